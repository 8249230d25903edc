#if !defined(__APPLE__)
#define _GNU_SOURCE
#endif
#include "platform.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/types.h>
#include <ucontext.h>
#include <unistd.h>

#include "include/ct_snapshot.h"
#include "include/ct_thread.h"

#if defined(__APPLE__)
#include <sys/sysctl.h>

uint64_t ct_thread_id(void) {
    uint64_t id = 0;
    pthread_threadid_np(NULL, &id);
    return id;
}

void ct_requeue(int sig, void *siginfo) {
    (void)siginfo;
    pthread_kill(pthread_self(), sig);
}

int ct_reserve_blocks(int fd, uint64_t bytes) {
    fstore_t store = {F_ALLOCATECONTIG, F_PEOFPOSMODE, 0, (off_t)bytes, 0};
    if (fcntl(fd, F_PREALLOCATE, &store) != 0) {
        store.fst_flags = F_ALLOCATEALL;
        if (fcntl(fd, F_PREALLOCATE, &store) != 0) return errno;
    }
    return ftruncate(fd, (off_t)bytes) == 0 ? 0 : errno;
}

void ct_boot_id(char out[40]) {
    size_t length = 39;
    memset(out, 0, 40);
    if (sysctlbyname("kern.bootsessionuuid", out, &length, NULL, 0) != 0) out[0] = 0;
}

uint64_t ct_process_start(uint64_t pid) {
    int name[4] = {CTL_KERN, KERN_PROC, KERN_PROC_PID, (int)pid};
    struct kinfo_proc info;
    size_t length = sizeof info;
    if (sysctl(name, 4, &info, &length, NULL, 0) != 0 || length == 0 || info.kp_proc.p_stat == SZOMB) return 0;
    return (uint64_t)info.kp_proc.p_starttime.tv_sec * 1000000 + (uint64_t)info.kp_proc.p_starttime.tv_usec;
}
#else
#include <sys/syscall.h>

uint64_t ct_thread_id(void) { return (uint64_t)syscall(SYS_gettid); }

void ct_requeue(int sig, void *siginfo) {
    if (siginfo == NULL || syscall(SYS_rt_tgsigqueueinfo, getpid(), syscall(SYS_gettid), sig, siginfo) != 0)
        syscall(SYS_tgkill, getpid(), syscall(SYS_gettid), sig);
}

int ct_reserve_blocks(int fd, uint64_t bytes) {
    int code = EINTR;
    for (int interruptions = 0; code == EINTR && interruptions < 100; interruptions++)
        code = posix_fallocate(fd, 0, (off_t)bytes);
    return code;
}

static ssize_t read_small(const char *path, char *out, size_t limit) {
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return -1;
    ssize_t count;
    do count = read(fd, out, limit - 1);
    while (count < 0 && errno == EINTR);
    close(fd);
    if (count >= 0) out[count] = 0;
    return count;
}

void ct_boot_id(char out[40]) {
    char text[64];
    memset(out, 0, 40);
    if (read_small("/proc/sys/kernel/random/boot_id", text, sizeof text) < 36) return;
    memcpy(out, text, 36);
}

uint64_t ct_process_start(uint64_t pid) {
    char path[40], text[1024];
    snprintf(path, sizeof path, "/proc/%llu/stat", (unsigned long long)pid);
    if (pid == 0 || read_small(path, text, sizeof text) <= 0) return 0;
    // Field 2 is the name in brackets and may hold anything: count from behind the last bracket. 3 is the condition, 22
    // the start in clock ticks since boot (proc(5)).
    char *p = strrchr(text, ')');
    if (p == NULL || p[1] != ' ' || p[2] == 'Z' || p[2] == 'X') return 0;
    p += 2;
    for (int column = 3; column < 22; column++) {
        p = strchr(p, ' ');
        if (p == NULL) return 0;
        p++;
    }
    uint64_t start = 0;
    for (; *p >= '0' && *p <= '9'; p++) start = start * 10 + (uint64_t)(*p - '0');
    return start + 1;  // 0 says "none"; a process of the first tick exists
}
#endif

void ct_machine(const void *context, uint64_t *pc, uint64_t *frame, uint64_t *stack) {
    const ucontext_t *uc = context;
    *pc = *frame = *stack = 0;
#if defined(__APPLE__) && defined(__aarch64__)
    *pc = uc->uc_mcontext->__ss.__pc, *frame = uc->uc_mcontext->__ss.__fp, *stack = uc->uc_mcontext->__ss.__sp;
#elif defined(__APPLE__) && defined(__x86_64__)
    *pc = uc->uc_mcontext->__ss.__rip, *frame = uc->uc_mcontext->__ss.__rbp, *stack = uc->uc_mcontext->__ss.__rsp;
#elif defined(__x86_64__)
    *pc = (uint64_t)uc->uc_mcontext.gregs[REG_RIP];
    *frame = (uint64_t)uc->uc_mcontext.gregs[REG_RBP];
    *stack = (uint64_t)uc->uc_mcontext.gregs[REG_RSP];
#elif defined(__aarch64__)
    *pc = uc->uc_mcontext.pc, *frame = uc->uc_mcontext.regs[29], *stack = uc->uc_mcontext.sp;
#else
    (void)uc;
#endif
}

int ct_swap_files(const char *first, const char *second) {
#if defined(__APPLE__)
    if (renamex_np(first, second, RENAME_SWAP) == 0) return 0;
#elif defined(SYS_renameat2)
    if (syscall(SYS_renameat2, AT_FDCWD, first, AT_FDCWD, second, 2 /* RENAME_EXCHANGE */) == 0) return 0;
#endif
    return rename(first, second) == 0 ? 0 : errno;
}
