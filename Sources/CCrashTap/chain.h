// The handlers of signals that were there before ours, and the end of the process by a signal.
#pragma once
#include <signal.h>
#include <stdbool.h>

enum { CT_SIGNALS = 65 };

// What is to be called, or is to be the end, once ours has written down.
void ct_chain_keep(int sig, const struct sigaction *earlier);
// Whether there is a handler; the default action is none.
bool ct_chain_has(int sig);
// Calls it, where there is one. It need not come back.
void ct_chain_call(int sig, siginfo_t *info, void *context);
// Sets the default action, under which the process ends: when the handler has returned and the fault comes again, or, for a
// fault that does not or that is not this thread's own (`again`), by the signal sent anew.
void ct_chain_end(int sig, siginfo_t *info, bool again);
