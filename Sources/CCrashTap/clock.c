// The clocks a log is stamped with: the system's, ones that run faster, or words that somebody else sets. Read by the
// crash handler too.
#if !defined(__APPLE__)
#define _GNU_SOURCE
#endif
#include "log_private.h"

#include <time.h>

static int64_t nanoseconds(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static int64_t milliseconds(clockid_t clock) { return nanoseconds(clock) / 1000000; }

// Boot clock minus uptime. Read again where something came between the two reads.
static int64_t slept(void) {
    int64_t offset = 0;
    for (int attempt = 0; attempt < 8; attempt++) {
        int64_t before = milliseconds(CT_CLOCK_UP), boot = milliseconds(CT_CLOCK_BOOT);
        offset = boot - before;
        if (milliseconds(CT_CLOCK_UP) - before <= 1) break;
    }
    return offset;
}

// Wall clock minus uptime.
#if defined(CT_CLOCK_WALL_COARSE)
// Exactly the same number from one step of the wall clock, or sleep, to the next. The coarse clocks stand at the last tick and
// cost a fifth of the others, since the processor's counter is not read for them. A tick between the two reads makes another
// number, so a new one counts only when it is read twice.
static int64_t wall_ahead(int64_t known) {
    for (int attempt = 0; attempt < 8; attempt++) {
        int64_t ahead = nanoseconds(CT_CLOCK_WALL_COARSE) - nanoseconds(CT_CLOCK_UP_COARSE);
        if (ahead == known) break;
        known = ahead;
    }
    return known;
}
#else
static int64_t wall_ahead(int64_t known) {
    (void)known;
    return nanoseconds(CLOCK_REALTIME) - nanoseconds(CT_CLOCK_UP);
}
#endif

// The boot clock is not read: a sleep moves the wall clock against the uptime as it moves the boot clock, so as long as those
// two have not moved the third has not. Below a millisecond it is the time between two reads. Out of line: in line it costs
// every record the registers it needs, which is 5 % of an event.
__attribute__((noinline, cold)) static void look_at_wall(ct_log *log, int64_t up) {
    int64_t known = __atomic_load_n(&log->wallOffset, __ATOMIC_RELAXED), ahead = wall_ahead(known);
    if (__builtin_expect(ahead != known, 0)) {
        if (known == INT64_MIN || ahead - known >= 1000000 || known - ahead >= 1000000)
            __atomic_store_n(&log->sleepOffset, slept(), __ATOMIC_RELAXED);
        __atomic_store_n(&log->wallOffset, ahead, __ATOMIC_RELAXED);
    }
    // Last: whoever sees that it was looked at sees what was found.
    __atomic_store_n(&log->wallChecked, up, __ATOMIC_RELEASE);
}

static ct_stamp system_now(ct_log *log) {
    int64_t up = nanoseconds(CT_CLOCK_UP);
    // In a burst once a millisecond, the unit of what is written.
    bool isDue = up - __atomic_load_n(&log->wallChecked, __ATOMIC_ACQUIRE) >= 1000000;
    if (__builtin_expect(isDue, 0)) look_at_wall(log, up);
    int64_t ahead = __atomic_load_n(&log->wallOffset, __ATOMIC_RELAXED);
    ct_stamp now = {.n = 0, .wall = (up + ahead) / 1000000, .up = up / 1000000};
    now.boot = now.up + __atomic_load_n(&log->sleepOffset, __ATOMIC_RELAXED);
    return now;
}

ct_stamp ct_now(ct_log *log) {
    if (__builtin_expect(log->clockMode == 0, 1)) return system_now(log);
    ct_stamp now = {0};
    if (log->clockMode == 2) {
        now.wall = ct_clock_word(&log->clockWords[0]);
        now.boot = ct_clock_word(&log->clockWords[1]);
        now.up = ct_clock_word(&log->clockWords[2]);
        return now;
    }
    ct_stamp real = system_now(log);
    // Suspended time is only in the boot clock, here as there.
    int64_t boot = (int64_t)((double)(real.boot - log->clockFrom.boot) * log->scale);
    int64_t up = (int64_t)((double)(real.up - log->clockFrom.up) * log->scale);
    now.wall = log->clockBegan.wall + boot;
    now.boot = log->clockBegan.boot + boot;
    now.up = log->clockBegan.up + up;
    return now;
}

void ct_clock_scaled(ct_log *log, int64_t wall, int64_t boot, int64_t up, double scale) {
    log->clockFrom = system_now(log);
    log->clockBegan = (ct_stamp){0, wall, boot, up};
    log->scale = scale;
    log->clockMode = 1;
}

void ct_clock_manual(ct_log *log, const int64_t words[3]) {
    log->clockWords = words;
    log->clockMode = 2;
}

int64_t ct_clock_word(const int64_t *word) { return __atomic_load_n(word, __ATOMIC_RELAXED); }
void ct_clock_set(int64_t *word, int64_t value) { __atomic_store_n(word, value, __ATOMIC_RELAXED); }
void ct_clock_add(int64_t *word, int64_t milliseconds) { __atomic_fetch_add(word, milliseconds, __ATOMIC_RELAXED); }
