#include "include/ct_thread.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>

#include "platform.h"

struct ct_mutex {
    ct_lock lock;
};

ct_mutex *ct_mutex_create(void) {
    ct_mutex *mutex = malloc(sizeof *mutex);
    if (mutex == NULL) abort();
    mutex->lock = (ct_lock)CT_LOCK_INIT;
    return mutex;
}

void ct_mutex_destroy(ct_mutex *mutex) { free(mutex); }
void ct_mutex_take(ct_mutex *mutex) { ct_lock_take(&mutex->lock); }
void ct_mutex_leave(ct_mutex *mutex) { ct_lock_leave(&mutex->lock); }

struct ct_bell {
    pthread_mutex_t lock;
    pthread_cond_t rang;
    bool ringing;
};

ct_bell *ct_bell_create(void) {
    ct_bell *bell = calloc(1, sizeof *bell);
    if (bell == NULL) abort();
    pthread_mutex_init(&bell->lock, NULL);
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
#if !defined(__APPLE__)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
#endif
    pthread_cond_init(&bell->rang, &attributes);
    return bell;
}

void ct_bell_destroy(ct_bell *bell) {
    pthread_cond_destroy(&bell->rang);
    pthread_mutex_destroy(&bell->lock);
    free(bell);
}

bool ct_bell_wait(ct_bell *bell, int64_t milliseconds) {
    if (milliseconds < 0) milliseconds = 0;
    struct timespec span = {(time_t)(milliseconds / 1000), (long)(milliseconds % 1000) * 1000000};
#if !defined(__APPLE__)
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    span.tv_sec += now.tv_sec;
    span.tv_nsec += now.tv_nsec;
    if (span.tv_nsec >= 1000000000) span.tv_sec++, span.tv_nsec -= 1000000000;
#endif
    pthread_mutex_lock(&bell->lock);
    int code = 0;
    while (!bell->ringing && code == 0) {
#if defined(__APPLE__)
        code = pthread_cond_timedwait_relative_np(&bell->rang, &bell->lock, &span);
#else
        code = pthread_cond_timedwait(&bell->rang, &bell->lock, &span);
#endif
    }
    bool rang = bell->ringing;
    bell->ringing = false;
    pthread_mutex_unlock(&bell->lock);
    return rang;
}

void ct_bell_ring(ct_bell *bell) {
    pthread_mutex_lock(&bell->lock);
    bell->ringing = true;
    pthread_cond_signal(&bell->rang);
    pthread_mutex_unlock(&bell->lock);
}

struct ct_thread {
    pthread_t thread;
    void (*body)(void *);
    void *context;
};

static void *run(void *argument) {
    ct_thread *thread = argument;
    thread->body(thread->context);
    return NULL;
}

int ct_thread_start(ct_thread **out, void (*body)(void *), void *context) {
    ct_thread *thread = calloc(1, sizeof *thread);
    if (thread == NULL) return ENOMEM;
    thread->body = body;
    thread->context = context;
    // Signals that come from outside are for the app's own threads; faults of this one stay deliverable.
    sigset_t all, before;
    sigfillset(&all);
    const int faults[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGSYS};
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) sigdelset(&all, faults[i]);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    int code = pthread_create(&thread->thread, NULL, run, thread);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (code != 0) {
        free(thread);
        return code;
    }
    *out = thread;
    return 0;
}

void ct_thread_join(ct_thread *thread) {
    // Whoever ends a thread from within does not wait for it.
    if (pthread_equal(thread->thread, pthread_self())) pthread_detach(thread->thread);
    else pthread_join(thread->thread, NULL);
    free(thread);
}
