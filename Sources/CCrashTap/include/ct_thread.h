// Threads, waiting and mutual exclusion, under one name on every system: Swift's own lock is thirty times slower under
// contention where there is no os_unfair_lock, and its atomics ask for a newer system than the recorder does.
#pragma once
#include <stdbool.h>
#include <stdint.h>

typedef struct ct_mutex ct_mutex;
ct_mutex *ct_mutex_create(void);
void ct_mutex_destroy(ct_mutex *mutex);
void ct_mutex_take(ct_mutex *mutex);
void ct_mutex_leave(ct_mutex *mutex);

// A place to wait at, on the clock that stops in sleep.
typedef struct ct_bell ct_bell;
ct_bell *ct_bell_create(void);
void ct_bell_destroy(ct_bell *bell);
// Waits at most `milliseconds`; true where somebody rang, also before the call.
bool ct_bell_wait(ct_bell *bell, int64_t milliseconds);
void ct_bell_ring(ct_bell *bell);

// Starts a thread that takes no asynchronous signal, and that a file size limit does not kill. 0 or errno. The thread is
// joined by ct_thread_join.
typedef struct ct_thread ct_thread;
int ct_thread_start(ct_thread **thread, void (*body)(void *), void *context);
void ct_thread_join(ct_thread *thread);

// Swaps two files in one step where the file system can, else puts the first in the place of the second. 0 or errno.
int ct_swap_files(const char *first, const char *second);
// Takes real blocks for the first `bytes` of a file: a mapping of a sparse one is a bus error on a full disk. 0 or errno.
int ct_reserve_blocks(int fd, uint64_t bytes);
