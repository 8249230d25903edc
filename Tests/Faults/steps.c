// Runs a program and kills it at the Kth instruction of a function, counted and not timed.
//
//   steps OFFSET STEPS ACK COUNT PROGRAM ARGUMENTS…
//
// OFFSET: of the function in the program's file (hex, as nm prints it; 0: the first instruction of the program). STEPS: the
// instructions of the main thread from there to the kill. ACK, COUNT: the function is looked for once the first 64-bit
// word of the file ACK has reached COUNT. Prints what it did; ends with 0 where the kill fell as asked for.
#define _GNU_SOURCE
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PATIENCE = 3000000 };

static uint64_t counter(const char *path) {
    uint64_t word = 0;
    int fd = open(path, O_RDONLY);
    if (fd >= 0) {
        if (read(fd, &word, sizeof word) != sizeof word) word = 0;
        close(fd);
    }
    return word;
}

static uint64_t base_of(pid_t pid, const char *program) {
    char path[64], line[1024], real[1024];
    uint64_t base = 0;
    snprintf(path, sizeof path, "/proc/%d/maps", pid);
    FILE *maps = fopen(path, "r");
    if (maps == NULL || realpath(program, real) == NULL) return 0;
    while (base == 0 && fgets(line, sizeof line, maps))
        if (strstr(line, real) != NULL) base = strtoull(line, NULL, 16);
    fclose(maps);
    return base;
}

static uint64_t counter_of_program(pid_t pid) {
    struct user_regs_struct registers;
    struct iovec vector = {&registers, sizeof registers};
    if (ptrace(PTRACE_GETREGSET, pid, NT_PRSTATUS, &vector) != 0) return 0;
#if defined(__x86_64__)
    return registers.rip;
#else
    return registers.pc;
#endif
}

// One instruction; false where the program ended. A signal on the way is passed on.
static int step(pid_t pid) {
    static int pending;
    int status;
    if (ptrace(PTRACE_SINGLESTEP, pid, 0, (long)pending) != 0) return 0;
    if (waitpid(pid, &status, __WALL) != pid || !WIFSTOPPED(status)) return 0;
    pending = WSTOPSIG(status) == SIGTRAP || WSTOPSIG(status) == SIGSTOP ? 0 : WSTOPSIG(status);
    return 1;
}

int main(int count, char **arguments) {
    if (count < 6) return 2;
    uint64_t offset = strtoull(arguments[1], NULL, 16), begin = strtoull(arguments[4], NULL, 10);
    long steps = atol(arguments[2]);
    pid_t pid = fork();
    int status;
    if (pid == 0) {
        ptrace(PTRACE_TRACEME, 0, 0, 0);
        execv(arguments[5], arguments + 5);
        _exit(127);
    }
    if (waitpid(pid, &status, 0) != pid || !WIFSTOPPED(status)) return 3;
    ptrace(PTRACE_SETOPTIONS, pid, 0, PTRACE_O_EXITKILL);
    if (begin > 0) {
        if (ptrace(PTRACE_CONT, pid, 0, 0) != 0) return 3;
        while (counter(arguments[3]) < begin) {
            if (waitpid(pid, &status, WNOHANG | __WALL) == pid) {
                if (WIFEXITED(status) || WIFSIGNALED(status)) return 4;
                ptrace(PTRACE_CONT, pid, 0, WSTOPSIG(status) == SIGTRAP ? 0 : (long)WSTOPSIG(status));
            }
            sched_yield();
        }
        // To the main thread alone: taken by another, it would stop those that the main thread may wait for.
        syscall(SYS_tgkill, pid, pid, SIGSTOP);
        do {
            if (waitpid(pid, &status, __WALL) != pid || !WIFSTOPPED(status)) return 4;
            if (WSTOPSIG(status) != SIGSTOP) ptrace(PTRACE_CONT, pid, 0, (long)WSTOPSIG(status));
        } while (WSTOPSIG(status) != SIGSTOP);
    }
    uint64_t base = base_of(pid, arguments[5]);
    if (offset > 0) {
        long sought = 0;
        while (counter_of_program(pid) != base + offset)
            if (!step(pid) || ++sought > PATIENCE) {
                kill(pid, SIGKILL);
                fprintf(stderr, "steps: the function was not met\n");
                return 5;
            }
    }
    while (steps > 0 && step(pid)) steps--;
    kill(pid, SIGKILL);
    waitpid(pid, &status, __WALL);
    printf("%ld steps left\n", steps);
    return steps == 0 ? 0 : 6;
}
