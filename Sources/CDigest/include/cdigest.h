/* SHA-256 (FIPS 180-4) by the processor's own instructions. */
#ifndef CDIGEST_H
#define CDIGEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Whether this processor has them. */
bool cdigest_sha256_is_available(void);

/* Works `count` blocks of 64 bytes into the eight words of `state`. Only where it is available. */
void cdigest_sha256(uint32_t state[8], const uint8_t *blocks, size_t count);

#endif
