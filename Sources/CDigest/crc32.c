/* CRC-32 of gzip (RFC 1952) by carry-less multiplication on x86-64.
 *
 * Bytes are polynomials over two elements, and the checksum is what is left when they are divided by P. Where one block
 * of 16 bytes stands n bits before another, it may be replaced there by its product with x^n mod P: so four blocks at a
 * time are folded into the four that follow, then the four into one, that one into 64 bits, and those are divided by
 * Barrett's way, with the quotient of x^64 in place of a division. Everything is bit-reflected, as gzip's numbers are, and
 * the factors with it, moved by one bit: a reflected product comes out one bit short.
 *
 * Elsewhere nothing is available, and zlib does the work. */
#include "cdigest.h"

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>

bool cdigest_crc32_is_available(void) {
    unsigned a, b, c, d;
    return __get_cpuid(1, &a, &b, &c, &d) && (c & bit_PCLMUL) != 0 && (c & bit_SSE4_1) != 0;
}

/* Each block and what it stands before: both halves of the block times their factors. */
__attribute__((target("pclmul,sse4.1")))
static inline __m128i fold(__m128i block, __m128i factors, __m128i next) {
    const __m128i low = _mm_clmulepi64_si128(block, factors, 0x00);
    const __m128i high = _mm_clmulepi64_si128(block, factors, 0x11);
    return _mm_xor_si128(_mm_xor_si128(low, high), next);
}

__attribute__((target("pclmul,sse4.1")))
static inline __m128i load(const uint8_t *bytes) {
    return _mm_loadu_si128((const __m128i *)(const void *)bytes);
}

__attribute__((target("pclmul,sse4.1")))
uint32_t cdigest_crc32(uint32_t checksum, const uint8_t *bytes, size_t count) {
    /* x^(512+32) and x^(512-32), x^(128+32) and x^(128-32), x^64, all mod P; P, and the quotient of x^64 by P. */
    const __m128i by_four = _mm_set_epi64x(0x01c6e41596, 0x0154442bd4);
    const __m128i by_one = _mm_set_epi64x(0x00ccaa009e, 0x01751997d0);
    const __m128i to_half = _mm_set_epi64x(0, 0x0163cd6124);
    const __m128i division = _mm_set_epi64x(0x01f7011641, 0x01db710641);
    const __m128i words = _mm_set_epi32(0, -1, 0, -1);

    __m128i blocks[4];
    for (int i = 0; i < 4; i++) blocks[i] = load(bytes + 16 * i);
    blocks[0] = _mm_xor_si128(blocks[0], _mm_cvtsi32_si128((int)~checksum));
    for (bytes += 64, count -= 64; count >= 64; bytes += 64, count -= 64) {
        for (int i = 0; i < 4; i++) blocks[i] = fold(blocks[i], by_four, load(bytes + 16 * i));
    }
    __m128i rest = blocks[0];
    for (int i = 1; i < 4; i++) rest = fold(rest, by_one, blocks[i]);
    for (; count >= 16; bytes += 16, count -= 16) rest = fold(rest, by_one, load(bytes));

    /* 128 bits to 96, and those to 64. */
    rest = _mm_xor_si128(_mm_srli_si128(rest, 8), _mm_clmulepi64_si128(rest, by_one, 0x10));
    rest = _mm_xor_si128(
        _mm_srli_si128(rest, 4), _mm_clmulepi64_si128(_mm_and_si128(rest, words), to_half, 0x00));
    /* The quotient, and what is left of it times P. */
    __m128i quotient = _mm_clmulepi64_si128(_mm_and_si128(rest, words), division, 0x10);
    quotient = _mm_clmulepi64_si128(_mm_and_si128(quotient, words), division, 0x00);
    return ~(uint32_t)_mm_extract_epi32(_mm_xor_si128(rest, quotient), 1);
}

#else

bool cdigest_crc32_is_available(void) { return false; }

uint32_t cdigest_crc32(uint32_t checksum, const uint8_t *bytes, size_t count) {
    (void)checksum;
    (void)bytes;
    (void)count;
    __builtin_trap();
}

#endif
