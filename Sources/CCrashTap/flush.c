// Moving the bytes of the rings to the files, and asking the medium for them.
#if !defined(__APPLE__)
#define _GNU_SOURCE
#endif
#include "log_private.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

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
    int code = 0;
    // The file before too: it may have got bytes since it was asked last.
    for (int slot = 0; slot < 2; slot++) {
        // A roll closes the older one under this lock.
        ct_lock_take(&log->writer);
        int file = __atomic_load_n(&log->files[stream].fd[slot], __ATOMIC_ACQUIRE);
        int fd = file < 0 ? -1 : fcntl(file, F_DUPFD_CLOEXEC, 0);
        int failure = file >= 0 && fd < 0 ? errno : 0;
        ct_lock_leave(&log->writer);
        if (fd >= 0) {
#if defined(__APPLE__)
            failure = fsync(fd) == 0 ? 0 : errno;
#else
            failure = fdatasync(fd) == 0 ? 0 : errno;
#endif
            close(fd);
        }
        if (code == 0) code = failure;
    }
    return code;
}
