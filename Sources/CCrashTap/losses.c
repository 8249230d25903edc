// What the writer could not keep: counted here, written down as `lost` when there is room again.
#if !defined(__APPLE__)
#define _GNU_SOURCE
#endif
#include "log_private.h"

// Into the state as well: where the run ends before it can say so, the next one says it.
static void note_losses(ct_log *log, int stream) {
    ct_stream *s = &log->state->stream[stream];
    const ct_losses *losses = &log->losses[stream];
    s->lostBytes = losses->bytes;
    s->lostFrom = losses->from;
    s->lostTo = losses->to;
    s->lostWhy = losses->why;
    __atomic_store_n(&s->lostRecords, losses->records, __ATOMIC_RELEASE);
}

void ct_refuse(ct_log *log, int stream, size_t bytes, uint32_t why) {
    if (ct_is_child) return;
    ct_lock_take(&log->writer);
    ct_losses *losses = &log->losses[stream];
    int64_t now = ct_now(log).boot;
    if (losses->records == 0) losses->from = now;
    losses->to = now;
    losses->records++;
    losses->bytes += bytes;
    losses->why |= why;
    note_losses(log, stream);
    ct_lock_leave(&log->writer);
}

ct_losses ct_take_losses(ct_log *log, int stream) {
    ct_lock_take(&log->writer);
    ct_losses losses = log->losses[stream];
    log->losses[stream] = (ct_losses){0};
    note_losses(log, stream);
    ct_lock_leave(&log->writer);
    return losses;
}
