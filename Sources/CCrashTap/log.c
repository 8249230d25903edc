// The mapping of a log, the files it is turned to, and appending to its rings.
#if !defined(__APPLE__)
#define _GNU_SOURCE
#endif
#include "include/ct_thread.h"
#include "log_private.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

int ct_is_child;
static void note_child(void) { ct_is_child = 1; }
static pthread_once_t once = PTHREAD_ONCE_INIT;
static void watch_forks(void) { pthread_atfork(NULL, NULL, note_child); }

ct_log *ct_log_create(void) {
    pthread_once(&once, watch_forks);
    ct_log *log = calloc(1, sizeof *log);
    if (log == NULL) abort();
    log->writer = (ct_lock)CT_LOCK_INIT;
    log->sleepOffset = log->wallOffset = INT64_MIN;
    for (int i = 0; i < CT_STREAMS; i++) {
        log->flusher[i] = (ct_lock)CT_LOCK_INIT;
        log->files[i].fd[0] = log->files[i].fd[1] = -1;
    }
    return log;
}

void ct_log_destroy(ct_log *log) {
    if (log->state != NULL) munmap(log->state, log->mapped);
    for (int i = 0; i < CT_STREAMS; i++)
        for (int slot = 0; slot < 2; slot++)
            if (log->files[i].fd[slot] >= 0) close(log->files[i].fd[slot]);
    free(log);
}

// MARK: The mapping

int ct_log_map(ct_log *log, int fd, uint64_t capacity) {
    uint64_t bytes = CT_HEADER_BYTES + CT_STREAMS * capacity;
    log->anonymous = fd < 0;
    int flags = fd < 0 ? MAP_PRIVATE | MAP_ANON : MAP_SHARED;
    if (fd >= 0) {
        struct stat info;
        int code = fstat(fd, &info) == 0 && info.st_size == (off_t)bytes ? 0 : ct_reserve_blocks(fd, bytes);
        if (code != 0) {
            close(fd);
            return code;
        }
    }
    void *map = mmap(NULL, bytes, PROT_READ | PROT_WRITE, flags, fd, 0);
    int code = errno;
    if (fd >= 0) close(fd);
    if (map == MAP_FAILED) return code;
    // By writing: a page that was only read would fault again on the first record.
    memset(map, 0, bytes);
    log->state = map;
    log->mapped = bytes;
    log->capacity = capacity;
    for (int i = 0; i < CT_STREAMS; i++) log->ring[i] = (uint8_t *)map + CT_HEADER_BYTES + (uint64_t)i * capacity;
    ct_state_describe(log->state);
    log->state->identity.fileBytes = bytes;
    log->state->identity.capacity = capacity;
    log->state->life.degraded = log->anonymous;
    return 0;
}

ct_state *ct_log_state(ct_log *log) { return log->state; }

ct_stream *ct_log_words(ct_log *log, int stream) { return &log->state->stream[stream]; }

void ct_log_identify(ct_log *log, const ct_texts *texts) {
    ct_identity *identity = &log->state->identity;
#define SET(name) strncpy(identity->name, texts->name, sizeof identity->name - 1)
    SET(run), SET(boot), SET(app), SET(build), SET(binary), SET(os), SET(device), SET(columns);
#undef SET
}

bool ct_log_take_broken(ct_log *log) { return __atomic_exchange_n(&log->broken, false, __ATOMIC_ACQ_REL); }

void ct_log_restart(ct_log *log) {
    ct_state *state = log->state;
    memset(state, 0, log->mapped);
    ct_state_describe(state);
    state->identity.fileBytes = log->mapped;
    state->identity.capacity = log->capacity;
    memcpy(state->identity.columns, log->columns, sizeof log->columns);
    state->life.degraded = 1;
    state->life.nextN = log->nextN;
    __atomic_store_n(&log->anonymous, true, __ATOMIC_RELAXED);
    for (int i = 0; i < CT_STREAMS; i++) {
        state->stream[i].ringStart = state->stream[i].flushed = log->head[i];
        ct_store(&state->stream[i].head, log->head[i]);
    }
}

void ct_log_begin_at(ct_log *log, int stream, uint64_t position) {
    ct_stream *s = &log->state->stream[stream];
    s->ringStart = position;
    s->head = s->flushed = log->head[stream] = position;
}

void ct_log_target(ct_log *log, int stream, uint64_t start, const ct_file *file, const char *path) {
    ct_stream *s = &log->state->stream[stream];
    stream_files *files = &log->files[stream];
    uint64_t gen = ct_load(&s->gen) + 1;
    int slot = (int)(gen & 1), old = files->fd[slot];
    if (log->columnBytes == 0) {
        memcpy(log->columns, log->state->identity.columns, sizeof log->columns - 1);
        log->columnBytes = strlen(log->columns);
    }
    s->start[slot] = start;
    s->base[slot] = file->base;
    s->day[slot] = file->day;
    s->part[slot] = file->part;
    s->owed[slot] = file->owed;
    strncpy(files->path[slot], path, CT_PATH - 1);
    __atomic_store_n(&files->fd[slot], file->fd, __ATOMIC_RELEASE);
    ct_store(&s->gen, gen);
    if (old >= 0) close(old);
}

void ct_log_day(ct_log *log, int stream, int64_t from, int64_t until) {
    log->dayFrom[stream] = from;
    log->dayUntil[stream] = until;
}

uint64_t ct_log_head(ct_log *log, int stream) { return ct_masked(ct_load(&log->state->stream[stream].head)); }
uint64_t ct_log_flushed(ct_log *log, int stream) { return ct_masked(ct_load(&log->state->stream[stream].flushed)); }
int ct_log_file(ct_log *log, int stream) { return log->files[stream].fd[ct_load(&log->state->stream[stream].gen) & 1]; }
bool ct_log_can_roll(ct_log *log, int stream) {
    ct_stream *s = &log->state->stream[stream];
    return ct_masked(ct_load(&s->flushed)) >= s->start[ct_load(&s->gen) & 1];
}
int64_t ct_log_file_day(ct_log *log, int stream) {
    ct_stream *s = &log->state->stream[stream];
    return s->day[ct_load(&s->gen) & 1];
}
uint64_t ct_log_file_part(ct_log *log, int stream) {
    ct_stream *s = &log->state->stream[stream];
    return s->part[ct_load(&s->gen) & 1];
}
bool ct_log_in_memory(ct_log *log) { return __atomic_load_n(&log->anonymous, __ATOMIC_RELAXED); }

// MARK: Append

void ct_copy_in(ct_log *log, int stream, uint64_t at, const void *bytes, size_t count) {
    const uint8_t *from = bytes;
    while (count > 0) {
        uint64_t place = at & (log->capacity - 1), page = place / CT_RING_PAGE, room = CT_RING_PAGE - place % CT_RING_PAGE;
        size_t part = count < room ? count : room;
        memcpy(log->ring[stream] + place, from, part);
        uint32_t *crc = &log->state->stream[stream].crc[page];
        *crc = ct_crc(place % CT_RING_PAGE == 0 ? 0 : *crc, from, part);
        at += part;
        from += part;
        count -= part;
    }
}

// Both parts of a record: nearly always inside one page.
static inline void copy_record(ct_log *log, int stream, uint64_t at, const void *lead, size_t leadBytes, const void *rest,
                               size_t restBytes) {
    uint64_t place = at & (log->capacity - 1), inPage = place % CT_RING_PAGE;
    if (__builtin_expect(inPage == 0 || inPage + leadBytes + restBytes > CT_RING_PAGE, 0)) {
        ct_copy_in(log, stream, at, lead, leadBytes);
        ct_copy_in(log, stream, at + leadBytes, rest, restBytes);
        return;
    }
    uint32_t *crc = &log->state->stream[stream].crc[place / CT_RING_PAGE];
    uint8_t *to = log->ring[stream] + place;
    memcpy(to, lead, leadBytes);
    memcpy(to + leadBytes, rest, restBytes);
    *crc = ct_crc(ct_crc(*crc, lead, leadBytes), rest, restBytes);
}

bool ct_log_fill(ct_log *log, int stream, const void *bytes, size_t count) {
    ct_stream *s = &log->state->stream[stream];
    if (s->head - s->flushed + count > log->capacity) return false;
    ct_copy_in(log, stream, s->head, bytes, count);
    s->head += count;
    log->head[stream] = s->head;
    return true;
}

int ct_begin(ct_log *log, int stream, bool brings, ct_stamp *stamp) {
    if (__builtin_expect(ct_is_child, 0)) return CT_CHILD;
    ct_lock_take(&log->writer);
    if (__builtin_expect(log->closed, 0)) {
        ct_lock_leave(&log->writer);
        return CT_CHILD;
    }
    if (__builtin_expect(__atomic_load_n(&log->broken, __ATOMIC_ACQUIRE), 0)) {
        ct_lock_leave(&log->writer);
        return CT_BROKEN;
    }
    ct_life *life = &log->state->life;
    if (brings) stamp->up = life->lastUp;
    else *stamp = ct_now(log);
    stamp->n = life->nextN;
    life->writerStep = CT_COPYING;
    return stamp->wall >= log->dayFrom[stream] && stamp->wall < log->dayUntil[stream] ? CT_OK : CT_DAY;
}

void ct_leave(ct_log *log) {
    log->state->life.writerStep = CT_IDLE;
    ct_lock_leave(&log->writer);
}

static void note_life(ct_log *log, const ct_stamp *stamp, const ct_tally *tally) {
    ct_life *life = &log->state->life;
    __atomic_store_n(&life->lastWall, stamp->wall, __ATOMIC_RELAXED);
    __atomic_store_n(&life->lastBoot, stamp->boot, __ATOMIC_RELAXED);
    __atomic_store_n(&life->lastUp, stamp->up, __ATOMIC_RELAXED);
    if (log->lastBoot != 0 && stamp->boot - log->lastBoot > log->quiet.to - log->quiet.from)
        log->quiet = (ct_quiet){log->lastBoot, stamp->boot};
    log->lastBoot = stamp->boot;
    if (tally->callbacks == 0) return;
    log->tally.callbacks += tally->callbacks;
    log->tally.accepted += tally->accepted;
    log->tally.newest = tally->newest;
}

int ct_commit(ct_log *log, int stream, const ct_stamp *stamp, size_t reserve, const ct_tally *tally, const void *lead,
              size_t leadBytes, const void *rest, size_t restBytes) {
    ct_stream *s = &log->state->stream[stream];
    ct_life *life = &log->state->life;
    uint64_t head = __atomic_load_n(&s->head, __ATOMIC_RELAXED), count = leadBytes + restBytes;
    int status = CT_OK;
    if (__builtin_expect((head & CT_FROZEN) != 0, 0)) {
        status = CT_FROZEN_NOW;
        if (ct_thaw(log)) status = CT_AGAIN;
        ct_leave(log);
        return status;
    }
    uint64_t pending = head - ct_masked(ct_load(&s->flushed));
    if (pending + count + reserve > log->capacity) {
        ct_leave(log);
        return CT_FULL;
    }
    // Before the record can be seen: or the handler could take the same number for its own line.
    __atomic_store_n(&life->nextN, stamp->n + 1, __ATOMIC_RELAXED);
    log->nextN = stamp->n + 1;
    copy_record(log, stream, head, lead, leadBytes, rest, restBytes);
    life->writerStep = CT_PUBLISHING;
    if (!__atomic_compare_exchange_n(&s->head, &head, head + count, false, __ATOMIC_RELEASE, __ATOMIC_RELAXED)) {
        ct_leave(log);
        return CT_FROZEN_NOW;
    }
    log->head[stream] = head + count;
    note_life(log, stamp, tally);
    // At half of the ring: to wake a thread costs as much as writing these bytes, so rarely; and what comes in until it runs
    // still has room.
    if (pending + count >= log->capacity / 2 && !__atomic_load_n(&log->wakeAsked[stream], __ATOMIC_RELAXED)) {
        __atomic_store_n(&log->wakeAsked[stream], true, __ATOMIC_RELAXED);
        status = CT_WAKE;
    }
    if (__builtin_expect(log->anonymous, 0)) status = CT_IN_MEMORY;
    ct_leave(log);
    return status;
}

void ct_hold(ct_log *log) {
    ct_lock_take(&log->writer);
    for (int i = 0; i < CT_STREAMS; i++) ct_lock_take(&log->flusher[i]);
}

void ct_let_go(ct_log *log) {
    for (int i = CT_STREAMS - 1; i >= 0; i--) ct_lock_leave(&log->flusher[i]);
    ct_lock_leave(&log->writer);
}

void ct_log_close(ct_log *log) {
    ct_lock_take(&log->writer);
    log->closed = true;
    ct_lock_leave(&log->writer);
}
