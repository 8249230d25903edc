// Written by hand as fast as is decent: numbers by a table of two digits into a buffer on the stack, then under a mutex the
// number of the record and its clocks, a copy into 64 KiB, and one write(2) when they are full. Loses what is in the buffer.
#include "peer.h"

#include <fcntl.h>

static char digits[200];
static char held[65536 + 1024];
static size_t used;
static int fd;
static uint64_t number;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static inline char *put_unsigned(char *at, uint64_t value) {
    char text[20];
    char *from = text + 20;
    while (value >= 100) {
        from -= 2;
        memcpy(from, digits + 2 * (value % 100), 2);
        value /= 100;
    }
    if (value >= 10) {
        from -= 2;
        memcpy(from, digits + 2 * value, 2);
    } else {
        *--from = (char)('0' + value);
    }
    size_t count = (size_t)(text + 20 - from);
    memcpy(at, from, count);
    return at + count;
}

static inline char *put_signed(char *at, int64_t value) {
    if (value < 0) *at++ = '-', value = -value;
    return put_unsigned(at, (uint64_t)value);
}

// `value` with exactly 1, 2 or 7 decimals, rounded half away from zero.
static inline char *put_decimals(char *at, double value, int decimals, int64_t scale) {
    int64_t scaled = (int64_t)(value * (double)scale + (value < 0 ? -0.5 : 0.5));
    if (scaled < 0) *at++ = '-', scaled = -scaled;
    at = put_unsigned(at, (uint64_t)(scaled / scale));
    *at++ = '.';
    uint64_t rest = (uint64_t)(scaled % scale);
    int left = decimals;
    for (; left >= 2; left -= 2) memcpy(at + left - 2, digits + 2 * (rest % 100), 2), rest /= 100;
    if (left == 1) at[0] = (char)('0' + rest);
    return at + decimals;
}

static inline char *put_text(char *at, const char *text, size_t count) {
    memcpy(at, text, count);
    return at + count;
}
#define TEXT(at, text) put_text(at, text, sizeof(text) - 1)

static void keep(const char *lead, size_t leadBytes, const char *rest, size_t restBytes) {
    memcpy(held + used, lead, leadBytes);
    memcpy(held + used + leadBytes, rest, restBytes);
    used += leadBytes + restBytes;
    if (used >= 65536) {
        if (write(fd, held, used) < 0) abort();
        used = 0;
    }
}

static void sample(long i, int thread) {
    (void)thread;
    int64_t wall = clock_ms(CLOCK_REALTIME), boot = clock_ms(CLOCK_BOOTTIME);
    reading r = reading_at(i, wall);
    char row[256], lead[24], *at = row;
    *at++ = ',', at = put_signed(at, boot);
    *at++ = ',', at = put_signed(at, wall);
    *at++ = ',', at = put_signed(at, (int64_t)(r.sampleTime * 1000 + 0.5));
    *at++ = ',', at = put_decimals(at, r.lat, 7, 10000000);
    *at++ = ',', at = put_decimals(at, r.lon, 7, 10000000);
    *at++ = ',', at = put_decimals(at, r.hacc, 2, 100);
    *at++ = ',', at = put_decimals(at, r.alt, 2, 100);
    *at++ = ',', at = put_decimals(at, r.vacc, 2, 100);
    *at++ = ',', at = put_decimals(at, r.speed, 2, 100);
    *at++ = ',', at = put_decimals(at, r.sacc, 2, 100);
    *at++ = ',', at = put_decimals(at, r.course, 1, 10);
    *at++ = ',', at = put_decimals(at, r.cacc, 1, 10);
    at = TEXT(at, ",gps,automotive,bg,a,\n");
    pthread_mutex_lock(&lock);
    keep(lead, (size_t)(put_unsigned(lead, ++number) - lead), row, (size_t)(at - row));
    pthread_mutex_unlock(&lock);
}

static void event(long i, int thread) {
    (void)thread;
    char row[256], lead[160], *at = row;
    at = TEXT(at, ",\"k\":\"hb\",\"cb\":"), at = put_signed(at, i & 63);
    at = TEXT(at, ",\"a\":"), at = put_signed(at, i & 31);
    at = TEXT(at, ",\"r\":"), at = put_signed(at, i & 15);
    at = TEXT(at, ",\"age\":1,\"due\":"), at = put_signed(at, 123456789 + i);
    at = TEXT(at, ",\"cpu\":"), at = put_signed(at, 4711 + i);
    at = TEXT(at, ",\"bat\":"), at = put_decimals(at, 0.57, 2, 100);
    at = TEXT(at, ",\"plugged\":false,\"mem\":"), at = put_signed(at, 31457280);
    at = TEXT(at, ",\"low\":false}\n");
    char *to = lead;
    pthread_mutex_lock(&lock);
    int64_t wall = clock_ms(CLOCK_REALTIME), boot = clock_ms(CLOCK_BOOTTIME), up = clock_ms(CLOCK_MONOTONIC);
    to = TEXT(to, "{\"n\":"), to = put_unsigned(to, ++number);
    to = TEXT(to, ",\"t\":"), to = put_signed(to, wall);
    to = TEXT(to, ",\"m\":"), to = put_signed(to, boot);
    to = TEXT(to, ",\"u\":"), to = put_signed(to, up);
    keep(lead, (size_t)(to - lead), row, (size_t)(at - row));
    pthread_mutex_unlock(&lock);
}

static void finish(void) {
    if (used > 0 && write(fd, held, used) < 0) abort();
    close(fd);
}

int main(int argc, char **argv) {
    for (int i = 0; i < 100; i++) digits[2 * i] = (char)('0' + i / 10), digits[2 * i + 1] = (char)('0' + i % 10);
    fd = open(argv[4], O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    return measure("c", argc, argv, is_sample(argv) ? sample : event, finish);
}
