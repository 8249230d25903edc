// What the running process knows of its log. Geometry and descriptors are here and never read from the mapping: a wild
// store of the app may hit the mapping.
#pragma once
#include <sys/types.h>

#include "include/ct_log.h"
#include "platform.h"

// A call that is interrupted again and again is given up like one that fails.
enum { CT_PATH = 1024, CT_KEEP_MUTE = 60000, CT_INTERRUPTIONS = 100 };

typedef struct stream_files {
    int fd[2];
    char path[2][CT_PATH];
} stream_files;

struct ct_log {
    ct_state *state;
    uint8_t *ring[CT_STREAMS];
    uint64_t capacity, mapped;
    ct_lock writer;
    // Shadows of the words that must survive the mapping: the next number and the heads.
    uint64_t nextN, head[CT_STREAMS];
    int64_t dayFrom[CT_STREAMS], dayUntil[CT_STREAMS];
    bool wakeAsked[CT_STREAMS];
    ct_losses losses[CT_STREAMS];
    ct_tally tally;
    ct_quiet quiet;
    int64_t lastBoot;
    bool closed;

    ct_lock flusher[CT_STREAMS];
    stream_files files[CT_STREAMS];
    char columns[256];
    size_t columnBytes;

    int clockMode;  // 0 system, 1 scaled, 2 words
    double scale;
    ct_stamp clockFrom, clockBegan;
    const int64_t *clockWords;
    // Boot clock minus uptime, and wall clock minus uptime when that was read: the first only changes in sleep, and sleep
    // shows in the second. And the uptime, in ns, when the second was last looked at.
    int64_t sleepOffset, wallOffset, wallChecked;

    bool broken, anonymous;
};

static inline uint64_t ct_load(const uint64_t *word) { return __atomic_load_n(word, __ATOMIC_ACQUIRE); }
static inline void ct_store(uint64_t *word, uint64_t value) { __atomic_store_n(word, value, __ATOMIC_RELEASE); }
static inline uint64_t ct_masked(uint64_t word) { return word & ~CT_FROZEN; }

// Set in a child of fork(): it never writes into its parent's log.
extern int ct_is_child;

// `flushed` first: from then on no byte of the ring that is about to be written can be handed out again.
static inline uint64_t ct_freeze(ct_stream *s) {
    __atomic_fetch_or(&s->flushed, CT_FROZEN, __ATOMIC_ACQ_REL);
    return ct_masked(__atomic_fetch_or(&s->head, CT_FROZEN, __ATOMIC_ACQ_REL));
}

// Writes [flushed, head) to the files. With `advance` the flushed word follows, and a freeze ends the work.
// Async-signal-safe. CT_OK, CT_FROZEN_NOW or errno.
int ct_write_pending(ct_log *log, int stream, bool advance);
// Bytes into the ring at a position, and their checksum into the header.
void ct_copy_in(ct_log *log, int stream, uint64_t at, const void *bytes, size_t count);
// After a survived signal, with the writer lock held: see crash.c.
bool ct_thaw(ct_log *log);
