// A library for LD_PRELOAD that makes the Nth call to the system fail, cut short or kill, on files whose path has a given
// part. Counters, not time: the same run meets the same fault again.
//
//   FAULT_PATH    part of the path of the files that count
//   FAULT_CALL    open write pwrite fsync rename ftruncate fallocate mmap close, or any
//   FAULT_KIND    an errno value, `short` (half of a write), or `kill` (SIGKILL before the call)
//   FAULT_NTH     the number of the call that it meets, from 1
//   FAULT_EVER    1: that call and all later ones
//   FAULT_FIRED   a file that is made when it happens
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

static const char *part, *call, *fired;
static int kind, ever;
enum { SHORT = -1, KILL = -2 };
static long nth, calls;

static int (*real_open)(const char *, int, ...);
static ssize_t (*real_write)(int, const void *, size_t);
static ssize_t (*real_pwrite)(int, const void *, size_t, off_t);
static int (*real_fsync)(int);
static int (*real_fdatasync)(int);
static int (*real_rename)(const char *, const char *);
static long (*real_syscall)(long, ...);
static int (*real_ftruncate)(int, off_t);
static int (*real_truncate)(const char *, off_t);
static int (*real_fallocate)(int, off_t, off_t);
static void *(*real_mmap)(void *, size_t, int, int, int, off_t);
static int (*real_close)(int);

// Others' constructors may come before ours and call these.
#define REAL(name, symbol) (real_##name != NULL ? real_##name : (real_##name = dlsym(RTLD_NEXT, symbol)))

__attribute__((constructor)) static void begin(void) {
    // Resolved now: a signal handler may be the first to call one.
    (void)REAL(open, "open"), (void)REAL(write, "write"), (void)REAL(pwrite, "pwrite"), (void)REAL(close, "close");
    const char *text = getenv("FAULT_KIND");
    call = getenv("FAULT_CALL");
    fired = getenv("FAULT_FIRED");
    nth = atol(getenv("FAULT_NTH") ?: "0");
    ever = atoi(getenv("FAULT_EVER") ?: "0");
    if (text != NULL) kind = strcmp(text, "short") == 0 ? SHORT : strcmp(text, "kill") == 0 ? KILL : atoi(text);
    part = call != NULL ? getenv("FAULT_PATH") : NULL;  // last: before it is set nothing counts
}

// What happens to this call: 0 nothing, SHORT, or an errno value.
static int fate(const char *name, const char *path) {
    if (part == NULL || path == NULL || strstr(path, part) == NULL) return 0;
    if (strcmp(call, "any") != 0 && strcmp(call, name) != 0) return 0;
    long mine = __atomic_add_fetch(&calls, 1, __ATOMIC_SEQ_CST);
    if (mine != nth && !(ever && mine > nth)) return 0;
    if (mine == nth && fired != NULL) {
        int fd = REAL(open, "open")(fired, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
        REAL(close, "close")(fd);
    }
    if (kind == KILL) kill(getpid(), SIGKILL);
    return kind;
}

static int fate_of(const char *name, int fd) {
    char link[32], path[1024];
    if (part == NULL || fd < 0) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t count = readlink(link, path, sizeof path - 1);
    if (count <= 0) return 0;
    path[count] = 0;
    return fate(name, path);
}

#define FAIL(value, result) do { errno = value; return result; } while (0)

int open(const char *path, int flags, ...) {
    va_list list;
    va_start(list, flags);
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(list, mode_t) : 0;
    va_end(list);
    int fault = fate("open", path);
    if (fault > 0) FAIL(fault, -1);
    return REAL(open, "open")(path, flags, mode);
}
int open64(const char *path, int flags, ...) __attribute__((alias("open")));

ssize_t write(int fd, const void *bytes, size_t count) {
    int fault = fate_of("write", fd);
    if (fault > 0) FAIL(fault, -1);
    return REAL(write, "write")(fd, bytes, fault == SHORT ? (count + 1) / 2 : count);
}

ssize_t pwrite(int fd, const void *bytes, size_t count, off_t offset) {
    int fault = fate_of("pwrite", fd);
    if (fault > 0) FAIL(fault, -1);
    return REAL(pwrite, "pwrite")(fd, bytes, fault == SHORT ? (count + 1) / 2 : count, offset);
}
ssize_t pwrite64(int fd, const void *bytes, size_t count, off_t offset) __attribute__((alias("pwrite")));

int fsync(int fd) {
    int fault = fate_of("fsync", fd);
    if (fault > 0) FAIL(fault, -1);
    return REAL(fsync, "fsync")(fd);
}

int fdatasync(int fd) {
    int fault = fate_of("fsync", fd);
    if (fault > 0) FAIL(fault, -1);
    return REAL(fdatasync, "fdatasync")(fd);
}

int rename(const char *from, const char *to) {
    int fault = fate("rename", to);
    if (fault > 0) FAIL(fault, -1);
    return REAL(rename, "rename")(from, to);
}

long syscall(long number, ...) {
    long a[6];
    va_list list;
    va_start(list, number);
    for (int i = 0; i < 6; i++) a[i] = va_arg(list, long);
    va_end(list);
    if (number == SYS_renameat2) {
        int fault = fate("rename", (const char *)a[3]);
        if (fault > 0) FAIL(fault, -1);
    }
    return REAL(syscall, "syscall")(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}

int ftruncate(int fd, off_t size) {
    int fault = fate_of("ftruncate", fd);
    if (fault > 0) FAIL(fault, -1);
    return REAL(ftruncate, "ftruncate")(fd, size);
}
int ftruncate64(int fd, off_t size) __attribute__((alias("ftruncate")));

int truncate(const char *path, off_t size) {
    int fault = fate("ftruncate", path);
    if (fault > 0) FAIL(fault, -1);
    return REAL(truncate, "truncate")(path, size);
}

int posix_fallocate(int fd, off_t offset, off_t count) {
    int fault = fate_of("fallocate", fd);
    return fault > 0 ? fault : REAL(fallocate, "posix_fallocate")(fd, offset, count);
}
int posix_fallocate64(int fd, off_t offset, off_t count) __attribute__((alias("posix_fallocate")));

void *mmap(void *address, size_t count, int protection, int flags, int fd, off_t offset) {
    int fault = fate_of("mmap", fd);
    if (fault > 0) FAIL(fault, MAP_FAILED);
    return REAL(mmap, "mmap")(address, count, protection, flags, fd, offset);
}
void *mmap64(void *address, size_t count, int protection, int flags, int fd, off_t offset) __attribute__((alias("mmap")));

// The descriptor is gone all the same, as Linux does it.
int close(int fd) {
    int fault = fate_of("close", fd), result = REAL(close, "close")(fd);
    if (fault > 0) FAIL(fault, -1);
    return result;
}
