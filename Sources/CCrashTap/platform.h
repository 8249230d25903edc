// What differs between systems, behind one name each. Only platform.c and this file name a system.
#pragma once
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#if defined(__APPLE__)
#include <os/lock.h>
typedef os_unfair_lock ct_lock;
#define CT_LOCK_INIT OS_UNFAIR_LOCK_INIT
static inline void ct_lock_take(ct_lock *lock) { os_unfair_lock_lock(lock); }
static inline bool ct_lock_try(ct_lock *lock) { return os_unfair_lock_trylock(lock); }
static inline void ct_lock_leave(ct_lock *lock) { os_unfair_lock_unlock(lock); }
#define CT_CLOCK_BOOT CLOCK_MONOTONIC_RAW    // runs on in sleep (mach_continuous_time)
#define CT_CLOCK_UP CLOCK_UPTIME_RAW         // stops in sleep (mach_absolute_time)
#else
typedef pthread_mutex_t ct_lock;
#define CT_LOCK_INIT PTHREAD_MUTEX_INITIALIZER
static inline void ct_lock_take(ct_lock *lock) { pthread_mutex_lock(lock); }
static inline bool ct_lock_try(ct_lock *lock) { return pthread_mutex_trylock(lock) == 0; }
static inline void ct_lock_leave(ct_lock *lock) { pthread_mutex_unlock(lock); }
#define CT_CLOCK_BOOT CLOCK_BOOTTIME
#define CT_CLOCK_UP CLOCK_MONOTONIC
#define CT_CLOCK_WALL_COARSE CLOCK_REALTIME_COARSE
#define CT_CLOCK_UP_COARSE CLOCK_MONOTONIC_COARSE
#endif

// The number the system knows this thread by. Async-signal-safe.
uint64_t ct_thread_id(void);
// Sends this thread the signal again, with what came with it the first time. Async-signal-safe.
void ct_requeue(int sig, void *siginfo);
// Program counter and frame pointer of the interrupted code. Async-signal-safe.
void ct_machine(const void *ucontext, uint64_t *pc, uint64_t *frame, uint64_t *stack);
