// Appending to the rings, and moving their bytes to the files.
#if !defined(__APPLE__)
#define _GNU_SOURCE
#endif
#include "include/ct_thread.h"
#include "log_private.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
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

bool ct_log_fill(ct_log *log, int stream, const void *bytes, size_t count) {
    ct_stream *s = &log->state->stream[stream];
    if (s->head - s->flushed + count > log->capacity) return false;
    ct_copy_in(log, stream, s->head, bytes, count);
    s->head += count;
    log->head[stream] = s->head;
    return true;
}

int ct_begin(ct_log *log, int stream, const ct_stamp *given, ct_stamp *out) {
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
    *out = given != NULL ? *given : ct_now(log);
    ct_life *life = &log->state->life;
    out->n = life->nextN;
    life->writerStep = CT_COPYING;
    return out->wall >= log->dayFrom[stream] && out->wall < log->dayUntil[stream] ? CT_OK : CT_DAY;
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
    if (tally == NULL) return;
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
    ct_copy_in(log, stream, head, lead, leadBytes);
    ct_copy_in(log, stream, head + leadBytes, rest, restBytes);
    life->writerStep = CT_PUBLISHING;
    if (!__atomic_compare_exchange_n(&s->head, &head, head + count, false, __ATOMIC_RELEASE, __ATOMIC_RELAXED)) {
        ct_leave(log);
        return CT_FROZEN_NOW;
    }
    log->head[stream] = head + count;
    note_life(log, stamp, tally);
    if (pending + count >= CT_WAKE_BYTES && !__atomic_load_n(&log->wakeAsked[stream], __ATOMIC_RELAXED)) {
        __atomic_store_n(&log->wakeAsked[stream], true, __ATOMIC_RELAXED);
        status = CT_WAKE;
    }
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

// MARK: Flush

// One stretch that lies in one file and one piece of the ring. Bytes written, or -1 with errno.
static ssize_t write_stretch(ct_log *log, int stream, uint64_t from, uint64_t until) {
    ct_stream *s = &log->state->stream[stream];
    stream_files *files = &log->files[stream];
    uint64_t gen = ct_load(&s->gen);
    int slot = (int)(gen & 1);
    if (from < s->start[slot]) {
        if (until > s->start[slot]) until = s->start[slot];
        slot ^= 1;
    }
    int fd = __atomic_load_n(&files->fd[slot], __ATOMIC_ACQUIRE);
    uint64_t start = s->start[slot], at = from & (log->capacity - 1), count = until - from;
    uint64_t place = s->base[slot] + (from - start);
    if (from < start || place >> 62 != 0) {
        errno = EINVAL;
        return -1;
    }
    if (count > log->capacity - at) count = log->capacity - at;
    // Beyond the limit of a file the system sends SIGXFSZ, which kills.
    struct rlimit limit;
    if (getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY && place + count > limit.rlim_cur) {
        errno = EFBIG;
        return -1;
    }
    if (s->owed[slot] != 0 && from == start) {
        ssize_t wrote = pwrite(fd, log->columns, log->columnBytes, 0);
        if (wrote >= 0 && (size_t)wrote < log->columnBytes) errno = ENOSPC;
        if (wrote < 0 || (size_t)wrote < log->columnBytes) return -1;
    }
    ssize_t wrote = pwrite(fd, log->ring[stream] + at, (size_t)count, (off_t)place);
    if (wrote == 0) errno = EIO;
    return wrote > 0 ? wrote : -1;
}

static int write_until(ct_log *log, int stream, uint64_t until, bool advance) {
    ct_stream *s = &log->state->stream[stream];
    uint64_t word = ct_load(&s->flushed), from = ct_masked(word);
    int interruptions = 0;
    while (from < until) {
        ssize_t wrote = write_stretch(log, stream, from, until);
        if (wrote < 0) {
            if (errno == EINTR && interruptions++ < CT_INTERRUPTIONS) continue;
            return errno;
        }
        from += (uint64_t)wrote;
        if (advance) {
            uint64_t expected = ct_masked(word);
            if (!__atomic_compare_exchange_n(&s->flushed, &expected, from, false, __ATOMIC_RELEASE, __ATOMIC_RELAXED))
                return CT_FROZEN_NOW;
            word = from;
        }
    }
    return CT_OK;
}

int ct_write_pending(ct_log *log, int stream, bool advance) {
    ct_stream *s = &log->state->stream[stream];
    uint64_t until = ct_masked(ct_load(&s->head));
    if (until - ct_masked(ct_load(&s->flushed)) > log->capacity) return EINVAL;
    return write_until(log, stream, until, advance);
}

// What belongs to the file before goes there whatever has become of the current one.
static int write_older(ct_log *log, int stream) {
    ct_stream *s = &log->state->stream[stream];
    uint64_t start = s->start[ct_load(&s->gen) & 1], head = ct_masked(ct_load(&s->head));
    if (head - ct_masked(ct_load(&s->flushed)) > log->capacity) return EINVAL;
    return write_until(log, stream, head < start ? head : start, true);
}

// Whether the file behind the current target is still the one that was opened, linked, and holds what went into it.
bool ct_log_still_there(ct_log *log, int stream) {
    ct_stream *s = &log->state->stream[stream];
    int slot = (int)(ct_load(&s->gen) & 1), fd = log->files[stream].fd[slot];
    uint64_t flushed = ct_masked(ct_load(&s->flushed));
    struct stat mine, named;
    if (fd < 0 || fstat(fd, &mine) != 0 || mine.st_nlink == 0) return false;
    if (stat(log->files[stream].path[slot], &named) != 0 || named.st_ino != mine.st_ino || named.st_dev != mine.st_dev)
        return false;
    if (flushed < s->start[slot]) return true;
    if (flushed == s->start[slot] && s->owed[slot] != 0) return true;
    return (uint64_t)mine.st_size >= s->base[slot] + (flushed - s->start[slot]);
}

int ct_flush(ct_log *log, int stream) {
    if (ct_is_child) return CT_CHILD;
    ct_lock_take(&log->flusher[stream]);
    __atomic_store_n(&log->wakeAsked[stream], false, __ATOMIC_RELAXED);
    int status = CT_OK;
    if (ct_pending(log, stream)) {
        __atomic_store_n(&log->state->life.flusherStep, CT_FLUSHING, __ATOMIC_RELAXED);
        status = write_older(log, stream);
        if (status == CT_OK && ct_pending(log, stream))
            status = ct_log_still_there(log, stream) ? ct_write_pending(log, stream, true) : CT_STALE;
        __atomic_store_n(&log->state->life.flusherStep, CT_IDLE, __ATOMIC_RELAXED);
    }
    ct_lock_leave(&log->flusher[stream]);
    return status;
}

int ct_synchronize(ct_log *log, int stream) {
    ct_lock_take(&log->flusher[stream]);
    int fd = dup(ct_log_file(log, stream));
    ct_lock_leave(&log->flusher[stream]);
    if (fd < 0) return errno;
#if defined(__APPLE__)
    int code = fsync(fd) == 0 ? 0 : errno;
#else
    int code = fdatasync(fd) == 0 ? 0 : errno;
#endif
    close(fd);
    return code;
}

void ct_log_close(ct_log *log) {
    ct_lock_take(&log->writer);
    log->closed = true;
    ct_lock_leave(&log->writer);
}
