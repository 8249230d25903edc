// CRC-32C: the polynomial that processors compute in one instruction. Source: RFC 3720, appendix B.4.
#include "include/ct_state.h"

#include <string.h>

#define POLYNOMIAL 0x82F63B78u  // reflected

static uint32_t by_bits(uint32_t crc, const uint8_t *p, size_t count) {
    while (count--) {
        crc ^= *p++;
        for (int bit = 0; bit < 8; bit++) crc = (crc >> 1) ^ (POLYNOMIAL & (0u - (crc & 1)));
    }
    return crc;
}

#if defined(__x86_64__)
#include <nmmintrin.h>
__attribute__((target("sse4.2"))) static uint32_t by_instruction(uint32_t crc, const uint8_t *p, size_t count) {
    uint64_t wide = crc;
    for (; count >= 8; p += 8, count -= 8) {
        uint64_t word;
        memcpy(&word, p, 8);
        wide = _mm_crc32_u64(wide, word);
    }
    crc = (uint32_t)wide;
    // Each instruction waits for the one before: few and wide ones.
    if (count & 4) {
        uint32_t word;
        memcpy(&word, p, 4);
        crc = _mm_crc32_u32(crc, word);
        p += 4;
    }
    if (count & 2) {
        uint16_t word;
        memcpy(&word, p, 2);
        crc = _mm_crc32_u16(crc, word);
        p += 2;
    }
    return (count & 1) != 0 ? _mm_crc32_u8(crc, *p) : crc;
}
static bool has_instruction(void) { return __builtin_cpu_supports("sse4.2"); }
#elif defined(__aarch64__) && defined(__ARM_FEATURE_CRC32)
#include <arm_acle.h>
static uint32_t by_instruction(uint32_t crc, const uint8_t *p, size_t count) {
    for (; count >= 8; p += 8, count -= 8) {
        uint64_t word;
        memcpy(&word, p, 8);
        crc = __crc32cd(crc, word);
    }
    while (count--) crc = __crc32cb(crc, *p++);
    return crc;
}
static bool has_instruction(void) { return true; }
#else
#define by_instruction by_bits
static bool has_instruction(void) { return false; }
#endif

uint32_t ct_crc(uint32_t crc, const void *bytes, size_t count) {
    return ~(has_instruction() ? by_instruction(~crc, bytes, count) : by_bits(~crc, bytes, count));
}
