// The state file: what a run of the recorder keeps in mapped memory, so that its death loses nothing.
//
// state/current.state = 16 KiB header (`struct ct_state`) + ring of events + ring of samples. The file describes itself:
// bytes 0..7 are the magic, 8..15 two little-endian u32 (where the description is, how long it is), and the description
// is text, a line a field: "name type offset count". A reader of another build finds every field by name in it.
//
// Positions in a stream are bytes since the log began; they never go back, over day rolls and runs. Byte p of a stream is
// byte base + (p - start) of the file of `day` and `part`, for the target of generation `gen` (slot gen & 1) where
// p >= start, else for the other slot. Bytes [flushed, head) are only in the ring, at p & (capacity - 1).
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CT_MAGIC "flstate1"
#define CT_VERSION 1
#define CT_HEADER_BYTES 16384u
#define CT_DESCRIPTION_AT 12800u
#define CT_RING_PAGE 4096u
#define CT_MAX_CAPACITY (64u * CT_RING_PAGE)
#define CT_MIN_CAPACITY (4u * CT_RING_PAGE)
#define CT_MARK_BYTES 4096u

// The top bit of `head` and `flushed`: set, nobody may advance them any more. A crash sets both, and so knows that no
// byte of the ring it is about to write out can be handed out again.
#define CT_FROZEN (UINT64_C(1) << 63)

enum { CT_EVENTS = 0, CT_SAMPLES = 1, CT_STREAMS = 2 };

// Every field of the header: CT_ONE(type, name) and CT_MANY(type, name, count). The struct, the description in the file
// and the reader of other layouts are all made from these lists.

// Who this run is. Written once, before the state becomes current.
#define CT_IDENTITY_FIELDS(CT_ONE, CT_MANY) \
    CT_MANY(char, magic, 8) \
    CT_ONE(u32, describedAt) \
    CT_ONE(u32, describedBytes) \
    CT_ONE(u32, version) \
    CT_ONE(u32, headerBytes) \
    CT_ONE(u64, fileBytes) \
    CT_ONE(u64, capacity)         /* bytes of each ring, a power of two */ \
    CT_ONE(u64, launches)         /* number of this run in the log folder, from 1 */ \
    CT_ONE(u64, pid) \
    CT_ONE(u64, pidStart)         /* start time of that process, in the platform's unit: tells a reused pid */ \
    CT_ONE(i64, startWall)        /* ms since the Unix epoch */ \
    CT_ONE(i64, startBoot)        /* ms since boot, sleep included */ \
    CT_ONE(i64, startUp)          /* ms since boot, sleep left out */ \
    CT_ONE(i64, period)           /* ms between heartbeats */ \
    CT_MANY(char, run, 40)        /* UUID */ \
    CT_MANY(char, boot, 40)       /* boot id */ \
    CT_MANY(char, app, 64) \
    CT_MANY(char, build, 64) \
    CT_MANY(char, binary, 72)     /* build id of the executable, hex */ \
    CT_MANY(char, os, 128) \
    CT_MANY(char, device, 96) \
    CT_MANY(char, columns, 256)   /* header line of a samples file, with its line feed */

// One stream. All of page 1 of the header, so that one page of the disk holds words that belong together.
#define CT_STREAM_FIELDS(CT_ONE, CT_MANY) \
    CT_ONE(u64, head)             /* end of what was acknowledged; top bit: frozen */ \
    CT_MANY(u64, headLine, 7) \
    CT_ONE(u64, flushed)          /* end of what is in the files; top bit: frozen */ \
    CT_MANY(u64, flushedLine, 7) \
    CT_ONE(u64, gen)              /* generation; slot gen & 1 is the current target */ \
    CT_ONE(u64, ringStart)        /* the first position that this run's ring holds */ \
    CT_MANY(u64, start, 2)        /* targets: the position that byte `base` of the file of `day` is */ \
    CT_MANY(u64, base, 2) \
    CT_MANY(i64, day, 2)          /* days since 1970-01-01 */ \
    CT_MANY(u64, owed, 2)         /* bytes of the header line that the first flush of this target writes at 0 */ \
    CT_ONE(u64, lostRecords)      /* refused since the last `lost` record */ \
    CT_ONE(u64, lostBytes) \
    CT_ONE(i64, lostFrom)         /* when, ms since boot */ \
    CT_ONE(i64, lostTo) \
    CT_ONE(u64, lostWhy)          /* bits of enum ct_loss */ \
    CT_MANY(u64, part, 2)         /* which file of the day: 0, or more where the columns changed within it */ \
    CT_MANY(u64, spare, 7)        /* fills the stream to whole cache lines */ \
    CT_MANY(u32, crc, 64)         /* CRC-32C of each 4 KiB of the ring, from its start to `head` */

// What the run was doing: single aligned stores, read by the next launch.
#define CT_LIFE_FIELDS(CT_ONE, CT_MANY) \
    CT_ONE(u64, nextN)            /* the sequence number of the next record */ \
    CT_ONE(u64, writerStep)       /* enum ct_step: where a kill met the writer, the flusher; for tests */ \
    CT_ONE(u64, flusherStep) \
    CT_ONE(i64, lastWall)         /* clocks of the last record: the last sign of life */ \
    CT_ONE(i64, lastBoot) \
    CT_ONE(i64, lastUp) \
    CT_ONE(u64, beats) \
    CT_ONE(i64, beatBoot)         /* when the last heartbeat was written */ \
    CT_ONE(u64, appState)         /* enum ct_app_state */ \
    CT_ONE(i64, appStateBoot)     /* since when */ \
    CT_ONE(u64, exitReason)       /* enum ct_exit_reason; counts only while no record follows exitN */ \
    CT_ONE(u64, exitSignal) \
    CT_ONE(u64, exitN) \
    CT_ONE(u64, debugger)         /* 1: attached at the last beat */ \
    CT_ONE(u64, memory)           /* bytes at the last beat */ \
    CT_ONE(i64, memoryLowBoot)    /* when low memory was last seen; 0 never */ \
    CT_ONE(u64, oomKills)         /* kills for memory in this group of processes, at the last beat */ \
    CT_ONE(u64, cpuShare)         /* permille of one processor between the last two beats */ \
    CT_ONE(u64, thermal)          /* 0 nominal, 1 fair, 2 serious, 3 critical */ \
    CT_ONE(u64, battery)          /* permille + 1; 0 unknown */ \
    CT_ONE(u64, plugged)          /* 0 unknown, 1 no, 2 yes */ \
    CT_ONE(i64, mainBoot)         /* when the main thread last answered; 0 not watched */ \
    CT_ONE(i64, mainAskedBoot)    /* when it was asked and has not answered yet; 0 none */ \
    CT_ONE(i64, taskLimitBoot)    /* when the background task in progress runs out; 0 none */ \
    CT_ONE(u64, prewarmed)        /* 1: the system started the process ahead of need, and nobody used it yet */ \
    CT_ONE(u64, degraded)         /* 1: memory is not a file (no room, or the mapping failed) */

// A fatal signal. Written by the handler.
#define CT_CRASH_FIELDS(CT_ONE, CT_MANY) \
    CT_ONE(u64, phase)            /* enum ct_phase */ \
    CT_ONE(u64, sig) \
    CT_ONE(i64, code) \
    CT_ONE(u64, addr) \
    CT_ONE(u64, pc) \
    CT_ONE(u64, thread) \
    CT_ONE(u64, crashN) \
    CT_ONE(i64, crashWall) \
    CT_ONE(i64, crashBoot) \
    CT_ONE(i64, crashUp) \
    CT_ONE(u64, survived)         /* signals this run has lived through */ \
    CT_ONE(u64, markBytes)        /* length of the finished line in `mark`; 0 none */ \
    CT_ONE(i64, markDay)          /* its file and place, decided once */ \
    CT_ONE(u64, markAt) \
    CT_ONE(u64, markCRC)          /* CRC-32C of the finished line */

typedef char ct_type_char;
typedef uint32_t ct_type_u32;
typedef uint64_t ct_type_u64;
typedef int64_t ct_type_i64;

#define CT_MEMBER(type, name) ct_type_##type name;
#define CT_MEMBERS(type, name, count) ct_type_##type name[count];

typedef struct ct_stream {
    CT_STREAM_FIELDS(CT_MEMBER, CT_MEMBERS)
} ct_stream;

typedef struct ct_identity {
    CT_IDENTITY_FIELDS(CT_MEMBER, CT_MEMBERS)
} ct_identity;

typedef struct ct_life {
    CT_LIFE_FIELDS(CT_MEMBER, CT_MEMBERS)
} ct_life;

typedef struct ct_crash {
    CT_CRASH_FIELDS(CT_MEMBER, CT_MEMBERS)
} ct_crash;

typedef struct ct_state {
    ct_identity identity;
    char reserved0[4096 - sizeof(ct_identity)];
    ct_stream stream[CT_STREAMS];
    ct_life life;
    char reserved1[4096 - CT_STREAMS * sizeof(ct_stream) - sizeof(ct_life)];
    ct_crash crash;
    char reserved2[CT_DESCRIPTION_AT - 8192 - CT_MARK_BYTES - sizeof(ct_crash)];
    char mark[CT_MARK_BYTES];
    char description[CT_HEADER_BYTES - CT_DESCRIPTION_AT];
} ct_state;

enum ct_app_state { CT_APP_UNKNOWN, CT_APP_FOREGROUND, CT_APP_BACKGROUND, CT_APP_INACTIVE, CT_APP_TERMINATING };
enum ct_exit_reason { CT_EXIT_NONE, CT_EXIT_USER, CT_EXIT_SIGNAL, CT_EXIT_API };
// Phase 1: a fatal signal is being written down. 2: it is, and the process is about to end. 3, 4: the same for a signal
// that asks for an end in order (SIGTERM, SIGINT, SIGHUP).
enum ct_phase { CT_ALIVE, CT_CRASHING, CT_CRASHED, CT_ENDING, CT_ENDED };
enum ct_step { CT_IDLE, CT_COPYING, CT_PUBLISHING, CT_FLUSHING, CT_ROLLING, CT_LAUNCHING };

// A word of a live state that others look at meanwhile.
static inline void ct_set(uint64_t *word, uint64_t value) { __atomic_store_n(word, value, __ATOMIC_RELAXED); }
static inline uint64_t ct_get(const uint64_t *word) { return __atomic_load_n(word, __ATOMIC_RELAXED); }
static inline void ct_set_signed(int64_t *word, int64_t value) { __atomic_store_n(word, value, __ATOMIC_RELAXED); }

// Swift sees the texts of the header through these: it imports no long array as anything useful.
static inline const char *ct_run(const ct_state *s) { return s->identity.run; }
static inline const char *ct_boot(const ct_state *s) { return s->identity.boot; }
static inline const char *ct_app(const ct_state *s) { return s->identity.app; }
static inline const char *ct_build(const ct_state *s) { return s->identity.build; }
static inline const char *ct_binary(const ct_state *s) { return s->identity.binary; }
static inline const char *ct_os(const ct_state *s) { return s->identity.os; }
static inline const char *ct_columns(const ct_state *s) { return s->identity.columns; }
static inline const char *ct_device(const ct_state *s) { return s->identity.device; }

// Copies the header at `bytes` (at least CT_HEADER_BYTES of them readable) into this build's layout, field by field by
// name where the description differs from ours. False: no state, or one that contradicts itself; `why` says which.
bool ct_state_read(const void *bytes, size_t fileBytes, ct_state *out, const char **why);

// Writes magic and description into a fresh header.
void ct_state_describe(ct_state *state);

// Byte offset of a field in the state at `bytes`, by its described name ("nextN", "events.head"); 0 where it has none.
size_t ct_state_offset(const void *bytes, const char *name);

// CRC-32C (Castagnoli), continued from `crc` (0 at the start).
uint32_t ct_crc(uint32_t crc, const void *bytes, size_t count);
