// The handler of fatal signals. All of it is async-signal-safe: no lock, no allocation, no stdio.
//
// It works in stages, and the counter moves before a stage is entered: a fault inside one re-enters the handler on the
// same stack, which goes on with the next. Whatever it did not come to, the next launch does from the same words.
//
// The stage is also what other threads go by that crash meanwhile, and what decides between them and a thread that lives on:
//   IDLE to CLOSE   somebody writes down, or is about to
//   DONE            it is written; the handler that was there before ours is at work, or has jumped out
//   RETURNED        that handler came back: the process is to end by the signal written down
//   DECIDED         from either of these two by compare-and-swap, so for one of them only: a second thread ends the process,
//                   or the log thaws, after which the stage is IDLE again and then nobody is the owner
#if !defined(__APPLE__)
#define _GNU_SOURCE
#endif
#include "include/ct_crash.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "chain.h"
#include "images.h"
#include "log_private.h"
#include "mark.h"

enum stage { IDLE, WORDS, FREEZE, WALK, MARK, EVENTS, LINE, SAMPLES, CLOSE, DONE, RETURNED, DECIDED };
enum { STACK_BYTES = 65536, WAIT_MS = 2000, STACK_REACH = 8 << 20 };

static const int fatal[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGSYS};
static const int ordered[] = {SIGTERM, SIGINT, SIGHUP};

static struct {
    ct_log *log;
    uint64_t owner;  // thread that writes down; 0 none
    int stage;
    int sig;
    siginfo_t info;
    void *context;
    int64_t since;  // real time, whatever the log's clock: the earlier handler's seconds are real ones
    bool eventsWhole;
    size_t frameCount;
    uint64_t frames[CT_FRAMES];
    bool installed[CT_SIGNALS];
} tap;

static void handle(int sig, siginfo_t *info, void *context);

static int64_t real_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static bool is_ordered(int sig) { return sig == SIGTERM || sig == SIGINT || sig == SIGHUP; }
static ct_crash *words(void) { return &tap.log->state->crash; }

// MARK: Stages

static void note_words(void) {
    ct_crash *crash = words();
    uint64_t frame, stack;
    bool inOrder = is_ordered(tap.sig);
    ct_stamp now = ct_now(tap.log);
    crash->markBytes = 0;
    crash->sig = (uint64_t)tap.sig;
    crash->code = tap.info.si_code;
    crash->addr = (uint64_t)(uintptr_t)tap.info.si_addr;
    ct_machine(tap.context, &crash->pc, &frame, &stack);
    crash->thread = ct_thread_id();
    crash->crashWall = now.wall;
    crash->crashBoot = now.boot;
    crash->crashUp = now.up;
    crash->crashN = tap.log->nextN;
    ct_store(&crash->phase, inOrder ? CT_ENDING : CT_CRASHING);
}

static void freeze(void) {
    ct_state *state = tap.log->state;
    for (int i = 0; i < CT_STREAMS; i++) ct_freeze(&state->stream[i]);
    uint64_t n = __atomic_load_n(&state->life.nextN, __ATOMIC_ACQUIRE);
    words()->crashN = n;
    __atomic_store_n(&state->life.nextN, n + 1, __ATOMIC_RELEASE);
}

// Return addresses by the chain of frame pointers. A chain that leaves the stack ends it; a read that faults ends the
// stage, and the frames found so far are kept.
static void walk(void) {
    uint64_t pc, frame, stack;
    ct_machine(tap.context, &pc, &frame, &stack);
    tap.frames[0] = pc;
    tap.frameCount = 1;
    if (is_ordered(tap.sig)) return;
    for (uint64_t last = stack; tap.frameCount < CT_FRAMES; last = frame) {
        if (frame % sizeof(void *) != 0 || frame < last || frame - stack > STACK_REACH) return;
        const uint64_t *pair = (const uint64_t *)(uintptr_t)frame;
        uint64_t next = pair[0], back = pair[1];
        if (back < 4096) return;
        tap.frames[tap.frameCount++] = back;
        if (next <= frame) return;
        frame = next;
    }
}

// The line, and its file and place, decided once: a roll that races with the crash could otherwise put it twice.
static void make_mark(void) {
    ct_state *state = tap.log->state;
    ct_stream *s = &state->stream[CT_EVENTS];
    size_t imageCount;
    const ct_image *images = ct_images(&imageCount);
    size_t count = ct_mark_write(&state->crash, tap.frames, tap.frameCount, images, imageCount, state->mark, CT_MARK_BYTES);
    uint64_t head = ct_masked(ct_load(&s->head));
    int slot = (int)(ct_load(&s->gen) & 1);
    if (head < s->start[slot]) slot ^= 1;
    state->crash.markDay = s->day[slot];
    state->crash.markAt = s->base[slot] + (head - s->start[slot]);
    state->crash.markCRC = ct_crc(0, state->mark, count);
    ct_store(&state->crash.markBytes, count);
}

// Only behind complete events: it never leaves a hole.
static void write_mark(void) {
    ct_state *state = tap.log->state;
    ct_stream *s = &state->stream[CT_EVENTS];
    uint64_t count = ct_load(&state->crash.markBytes), at = state->crash.markAt;
    if (!tap.eventsWhole || count == 0 || count > CT_MARK_BYTES) return;
    for (int slot = 0; slot < 2; slot++) {
        if (s->day[slot] != state->crash.markDay || s->base[slot] > at) continue;
        int fd = tap.log->files[CT_EVENTS].fd[slot];
        int interruptions = 0;
        for (uint64_t done = 0; done < count;) {
            ssize_t wrote = pwrite(fd, state->mark + done, count - done, (off_t)(at + done));
            if (wrote < 0 && errno == EINTR && interruptions++ < CT_INTERRUPTIONS) continue;
            if (wrote <= 0) return;
            done += (uint64_t)wrote;
        }
        return;
    }
}

static void close_phase(void) {
    ct_crash *crash = words();
    if (is_ordered(tap.sig)) {
        ct_life *life = &tap.log->state->life;
        life->exitSignal = (uint64_t)tap.sig;
        life->exitN = crash->crashN;
        life->exitReason = CT_EXIT_SIGNAL;
    }
    ct_store(&crash->phase, is_ordered(tap.sig) ? CT_ENDED : CT_CRASHED);
}

static void run_stages(void) {
    while (__atomic_load_n(&tap.stage, __ATOMIC_RELAXED) < DONE) {
        int stage = __atomic_add_fetch(&tap.stage, 1, __ATOMIC_SEQ_CST);
        switch (stage) {
        case WORDS: note_words(); break;
        case FREEZE: freeze(); break;
        case WALK: walk(); break;
        case MARK: make_mark(); break;
        case EVENTS: tap.eventsWhole = ct_write_pending(tap.log, CT_EVENTS, false) == CT_OK; break;
        case LINE: write_mark(); break;
        case SAMPLES: ct_write_pending(tap.log, CT_SAMPLES, false); break;
        case CLOSE: close_phase(); break;
        default: break;
        }
    }
}

// MARK: The handler

// The state file was cut short or its device failed: anonymous pages stand in, and the next append starts anew on them.
static bool mend_mapping(int sig, const siginfo_t *info) {
    ct_log *log = tap.log;
    if (sig != SIGBUS || info->si_code <= 0 || log == NULL || log->state == NULL) return false;
    uintptr_t at = (uintptr_t)info->si_addr, map = (uintptr_t)log->state;
    if (at < map || at >= map + log->mapped) return false;
    __atomic_store_n(&log->broken, true, __ATOMIC_RELEASE);
    return mmap(log->state, log->mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON | MAP_FIXED, -1, 0) != MAP_FAILED;
}

static int stage(void) { return __atomic_load_n(&tap.stage, __ATOMIC_ACQUIRE); }
static bool pass(int from, int to) {
    return __atomic_compare_exchange_n(&tap.stage, &from, to, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
}

// What is written down goes to the handler before ours, and the process ends; the owner says when that handler came back.
static void chain(int sig, siginfo_t *info, void *context, bool nested) {
    ct_chain_call(sig, info, context);
    if (__atomic_load_n(&tap.owner, __ATOMIC_ACQUIRE) == ct_thread_id()) pass(DONE, RETURNED);
    ct_chain_end(sig, info, nested);
}

// The process ends by the signal that came first. The handler before ours may need seconds for it, a backtracer does: a second
// thread that went on beside it would end the process under its hands. Where the first was survived, this one is written
// down in its turn. Nobody waits for ever, and an order to end not for a handler that may have jumped out.
static void follow_other(int sig, siginfo_t *info, void *context) {
    const struct timespec moment = {0, 1000000};
    int64_t writing = WAIT_MS, chaining = is_ordered(sig) ? WAIT_MS : CT_KEEP_MUTE, last = real_ms();
    while (__atomic_load_n(&tap.owner, __ATOMIC_ACQUIRE) != 0) {
        if (pass(RETURNED, DECIDED)) {
            ct_chain_end(tap.sig, &tap.info, true);
            return;
        }
        int64_t now = real_ms(), *left = stage() == DONE ? &chaining : &writing;
        *left -= now - last;
        last = now;
        if (*left <= 0) {
            chain(sig, info, context, false);
            return;
        }
        nanosleep(&moment, NULL);
    }
    handle(sig, info, context);
}

static void handle(int sig, siginfo_t *info, void *context) {
    int saved = errno;
    ct_log *log = __atomic_load_n(&tap.log, __ATOMIC_ACQUIRE);
    if (mend_mapping(sig, info)) {
        errno = saved;
        return;
    }
    if (log == NULL || log->state == NULL || ct_is_child) {
        if (is_ordered(sig) && ct_chain_has(sig)) ct_chain_call(sig, info, context);
        else chain(sig, info, context, false);
        errno = saved;
        return;
    }
    if (is_ordered(sig) && ct_chain_has(sig)) {
        // The app ends itself, or does not: counts only if nothing is recorded afterwards.
        ct_life *life = &log->state->life;
        life->exitSignal = (uint64_t)sig;
        life->exitN = __atomic_load_n(&life->nextN, __ATOMIC_RELAXED) - 1;
        __atomic_store_n(&life->exitReason, CT_EXIT_SIGNAL, __ATOMIC_RELEASE);
        ct_chain_call(sig, info, context);
        errno = saved;
        return;
    }
    uint64_t nobody = 0, me = ct_thread_id();
    if (__atomic_compare_exchange_n(&tap.owner, &nobody, me, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
        tap.sig = sig;
        tap.info = *info;
        tap.context = context;
        tap.since = real_ms();
        tap.frameCount = 0;
        tap.eventsWhole = false;
        run_stages();
        chain(sig, info, context, false);
    } else if (nobody != me) {
        follow_other(sig, info, context);
    } else if (stage() < DONE) {
        run_stages();  // a fault in one of ours: the rest of them, then the end by the first signal
        chain(tap.sig, &tap.info, tap.context, true);
    } else {
        chain(sig, info, context, true);  // a fault in the earlier handler
    }
    errno = saved;
}

static bool install_handle(int sig) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = handle;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
    sigemptyset(&action.sa_mask);
    return sigaction(sig, &action, NULL) == 0;
}

// MARK: Survival

// Called with the writer lock held, where `head` is frozen. The thread of the signal goes on writing only if an earlier
// handler jumped out of it; others wait, since that handler may need seconds, and a line after the mark would turn a crash
// into a survival. The mark becomes an ordinary record.
bool ct_thaw(ct_log *log) {
    if (log != tap.log) return false;
    ct_state *state = log->state;
    bool mine = __atomic_load_n(&tap.owner, __ATOMIC_ACQUIRE) == ct_thread_id();
    if (!mine && real_ms() - tap.since < CT_KEEP_MUTE) return false;
    if (!pass(DONE, DECIDED) && !pass(RETURNED, DECIDED)) return false;
    ct_crash *crash = &state->crash;
    ct_stream *events = &state->stream[CT_EVENTS];
    uint64_t count = crash->markBytes <= CT_MARK_BYTES ? crash->markBytes : 0;
    if (state->life.nextN <= crash->crashN) state->life.nextN = crash->crashN + 1;
    log->nextN = state->life.nextN;
    crash->survived++;
    crash->phase = CT_ALIVE;
    crash->markBytes = 0;
    state->life.exitReason = CT_EXIT_NONE;
    for (int i = 0; i < CT_STREAMS; i++) {
        ct_stream *s = &state->stream[i];
        uint64_t head = ct_masked(s->head);
        __atomic_fetch_and(&s->flushed, ~CT_FROZEN, __ATOMIC_ACQ_REL);
        if (s == events && head - ct_masked(s->flushed) + count <= log->capacity) {
            ct_copy_in(log, i, head, state->mark, count);
            head += count;
        }
        log->head[i] = head;
        ct_store(&s->head, head);
    }
    // The default action may have been set for the chain; the next signal is to be written down as well. Not where another
    // thread finds the log mute: the earlier handler may be at work still, and rely on actions of its own.
    if (mine && tap.installed[tap.sig]) install_handle(tap.sig);
    __atomic_store_n(&tap.stage, IDLE, __ATOMIC_RELEASE);
    __atomic_store_n(&tap.owner, 0, __ATOMIC_RELEASE);
    return true;
}

// MARK: Installing

bool ct_prepare_thread(void) {
    stack_t old, mine;
    if (sigaltstack(NULL, &old) == 0 && (old.ss_flags & SS_DISABLE) == 0 && old.ss_size >= STACK_BYTES) return true;
    size_t guard = 16384;  // a page of any platform: an overflow of this stack faults instead of spoiling what lies below
    uint8_t *memory = mmap(NULL, STACK_BYTES + guard, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0);
    if (memory == MAP_FAILED) return false;
    mprotect(memory, guard, PROT_NONE);
    memset(&mine, 0, sizeof mine);
    mine.ss_sp = memory + guard;
    mine.ss_size = STACK_BYTES;
    return sigaltstack(&mine, NULL) == 0;
}

static void install(int sig) {
    struct sigaction old;
    if (sigaction(sig, NULL, &old) != 0) return;
    if ((old.sa_flags & SA_SIGINFO) != 0 && old.sa_sigaction == handle) return;  // or we would chain to ourselves for ever
    if ((old.sa_flags & SA_SIGINFO) == 0 && old.sa_handler == SIG_IGN) return;
    ct_chain_keep(sig, &old);
    tap.installed[sig] = install_handle(sig);
}

void ct_arm(ct_log *log) {
    __atomic_store_n(&tap.log, log, __ATOMIC_RELEASE);
    ct_prepare_thread();
    for (size_t i = 0; i < sizeof fatal / sizeof *fatal; i++) install(fatal[i]);
    for (size_t i = 0; i < sizeof ordered / sizeof *ordered; i++) install(ordered[i]);
}

void ct_disarm(ct_log *log) {
    __atomic_compare_exchange_n(&tap.log, &log, NULL, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
}

bool ct_is_armed(ct_log *log) { return __atomic_load_n(&tap.log, __ATOMIC_ACQUIRE) == log; }
