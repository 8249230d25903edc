#if !defined(__APPLE__)
#define _GNU_SOURCE
#endif
#include "chain.h"

#include <string.h>

#include "platform.h"

static struct sigaction before[CT_SIGNALS];

void ct_chain_keep(int sig, const struct sigaction *earlier) { before[sig] = *earlier; }

bool ct_chain_has(int sig) {
    const struct sigaction *old = &before[sig];
    if ((old->sa_flags & SA_SIGINFO) != 0) return old->sa_sigaction != NULL;
    return old->sa_handler != SIG_DFL && old->sa_handler != SIG_IGN;
}

void ct_chain_call(int sig, siginfo_t *info, void *context) {
    const struct sigaction *old = &before[sig];
    if (!ct_chain_has(sig)) return;
    if ((old->sa_flags & SA_SIGINFO) != 0) old->sa_sigaction(sig, info, context);
    else old->sa_handler(sig);
}

// A fault of an instruction comes again by itself when the handler returns, with the same registers for whoever looks.
static bool recurs(int sig, const siginfo_t *info) {
    return info->si_code > 0 && (sig == SIGSEGV || sig == SIGBUS || sig == SIGILL || sig == SIGFPE);
}

void ct_chain_end(int sig, siginfo_t *info, bool again) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = SIG_DFL;
    sigaction(sig, &action, NULL);
    if (again || !recurs(sig, info)) ct_requeue(sig, info);
}
