// What every peer written in C or C++ does alike: PROGRAM sample|event THREADS COUNT FILE [kill]. It writes COUNT records
// from THREADS threads into one log, with the clocks a record has really read for each, and prints
// `NAME.KIND.THREADS.cpu ns` and `….wall ns`. With `kill` it ends by SIGKILL when the last call has returned.
#pragma once
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

typedef struct {
    long index;
    double sampleTime, lat, lon, hacc, alt, vacc, speed, sacc, course, cacc;
} reading;

static inline int64_t clock_ms(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static inline double clock_s(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static inline double cpu_s(void) {
    struct rusage use;
    getrusage(RUSAGE_SELF, &use);
    return (double)(use.ru_utime.tv_sec + use.ru_stime.tv_sec) + (double)(use.ru_utime.tv_usec + use.ru_stime.tv_usec) * 1e-6;
}

// The reading numbered `i`, the same for all peers and for the recorder.
static inline reading reading_at(long i, int64_t wall) {
    double step = (double)(i & 0xFFFF);
    reading r = {i, (double)(wall - 300) / 1000, 50.1234567 + step * 13e-7, 8.4567891 - step * 7e-7,
                 4.80 + (double)(i & 127) * 0.01, 123.45 + (double)(i & 1023) * 0.01, 3.00,
                 12.50 + (double)(i & 255) * 0.01, 0.35, 271.3 - (double)(i & 511) * 0.1, 5.2};
    return r;
}

typedef struct {
    void (*record)(long i, int thread);
    long count;
    int thread;
} work;

static void *run_work(void *argument) {
    work *w = (work *)argument;
    for (long i = 0; i < w->count; i++) w->record(i, w->thread);
    return NULL;
}

// Runs it and prints the figures; `close` writes what is still held back, inside the measured time.
static inline int measure(const char *name, int argc, char **argv, void (*record)(long, int), void (*finish)(void)) {
    int threads = atoi(argv[2]);
    long count = atol(argv[3]);
    work all[64];
    pthread_t ids[64];
    double wall = clock_s(CLOCK_MONOTONIC), cpu = cpu_s();
    for (int t = 0; t < threads; t++) {
        work one = {record, count / threads, t};
        all[t] = one;
        if (threads > 1) pthread_create(&ids[t], NULL, run_work, &all[t]);
        else run_work(&all[t]);
    }
    if (threads > 1)
        for (int t = 0; t < threads; t++) pthread_join(ids[t], NULL);
    if (argc > 5 && strcmp(argv[5], "kill") == 0) kill(getpid(), SIGKILL);
    finish();
    wall = clock_s(CLOCK_MONOTONIC) - wall, cpu = cpu_s() - cpu;
    printf("%s.%s.%d.cpu %.2f\n%s.%s.%d.wall %.2f\n", name, argv[1], threads, cpu * 1e9 / (double)count, name, argv[1],
           threads, wall * 1e9 / (double)count);
    return 0;
}

static inline int is_sample(char **argv) { return strcmp(argv[1], "sample") == 0; }
