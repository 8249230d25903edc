/* SHA-256 (FIPS 180-4) and CRC-32 (RFC 1952) by the instructions that many processors have for them; here those of
 * x86-64. */
#ifndef CDIGEST_H
#define CDIGEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Whether they are used on this processor: where not, the caller's library does the work. */
bool cdigest_sha256_is_available(void);

/* Works `count` blocks of 64 bytes into the eight words of `state`. Only where it is available. */
void cdigest_sha256(uint32_t state[8], const uint8_t *blocks, size_t count);

/* Whether they are used on this processor: where not, zlib does the work. */
bool cdigest_crc32_is_available(void);

/* The checksum of what `checksum` is of, and of `count` bytes behind it: at least 64, and a multiple of 16. Only where it
 * is available. */
uint32_t cdigest_crc32(uint32_t checksum, const uint8_t *bytes, size_t count);

#endif
