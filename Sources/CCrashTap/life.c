// What a log knows of its run besides the records: that it lives, what came, and for how long nothing did.
#if !defined(__APPLE__)
#define _GNU_SOURCE
#endif
#include "log_private.h"

void ct_note_alive(ct_log *log) {
    ct_lock_take(&log->writer);
    ct_stamp now = ct_now(log);
    ct_life *life = &log->state->life;
    __atomic_store_n(&life->lastWall, now.wall, __ATOMIC_RELAXED);
    __atomic_store_n(&life->lastBoot, now.boot, __ATOMIC_RELAXED);
    __atomic_store_n(&life->lastUp, now.up, __ATOMIC_RELAXED);
    ct_lock_leave(&log->writer);
}

ct_tally ct_take_tally(ct_log *log) {
    ct_lock_take(&log->writer);
    ct_tally tally = log->tally;
    log->tally = (ct_tally){0, 0, tally.newest};
    ct_lock_leave(&log->writer);
    return tally;
}

ct_quiet ct_take_quiet(ct_log *log) {
    ct_lock_take(&log->writer);
    ct_quiet quiet = log->quiet;
    log->quiet = (ct_quiet){log->lastBoot, log->lastBoot};
    ct_lock_leave(&log->writer);
    return quiet;
}
