// The writer's side: two rings in one mapped state file, and the files their bytes go to.
//
// Locks, always taken in this order: the writer lock (clocks, sequence number, ring, targets), then the flush lock of a
// stream (`flushed`, `pwrite`). A handler of a fatal signal takes none: it freezes both words of a stream instead.
#pragma once
#include "ct_state.h"

typedef struct ct_log ct_log;

typedef struct ct_stamp {
    uint64_t n;
    int64_t wall, boot, up;  // ms
} ct_stamp;

// What a call came to. Positive results of ct_flush are errno values.
enum ct_status {
    CT_OK = 0,
    CT_WAKE = -1,    // done, and enough is pending now that somebody should flush
    CT_DAY = -2,     // the record belongs to another day's file: roll, then go on. The writer lock is held
    CT_FULL = -3,    // no room in the ring, nothing written
    CT_FROZEN_NOW = -4,  // a fatal signal is being written down, nothing written
    CT_CHILD = -5,   // this process is a fork of the log's owner, or the log is closed: nothing written
    CT_STALE = -6,   // the file is gone, replaced or shorter than what was written to it
    CT_AGAIN = -7,   // the log was frozen and is not any more, nothing written: begin again
    CT_BROKEN = -8,  // the mapping failed under us, nothing written: ct_log_restart
    CT_IN_MEMORY = -9,  // done, but memory is not a file: flush
};

// Why records were refused; bits of ct_losses.why, which the state of an older run may have as well. 4 was never set.
enum ct_loss { CT_LOST_FULL = 1, CT_LOST_FROZEN = 2, CT_LOST_LONG = 8, CT_LOST_MAPPING = 16 };

typedef struct ct_losses {
    uint64_t records, bytes;
    int64_t from, to;  // ms since boot
    uint32_t why;
} ct_losses;

// What a sample adds to the counts that a heartbeat reports.
typedef struct ct_tally {
    uint64_t callbacks, accepted;
    int64_t newest;  // sample time of the latest, ms since the Unix epoch
} ct_tally;

// The longest stretch without any record, on the boot clock.
typedef struct ct_quiet {
    int64_t from, to;
} ct_quiet;

// Clocks of a log: the system's, or `scale` times as fast from the moment of the call on, beginning at the given times;
// or three words in memory that somebody else sets.
ct_log *ct_log_create(void);
void ct_log_destroy(ct_log *log);
void ct_clock_scaled(ct_log *log, int64_t wall, int64_t boot, int64_t up, double scale);
void ct_clock_manual(ct_log *log, const int64_t words[3]);
// One of those words, for whoever sets it: read, written or moved whole, whichever thread or handler is at it as well.
int64_t ct_clock_word(const int64_t *word);
void ct_clock_set(int64_t *word, int64_t value);
void ct_clock_add(int64_t *word, int64_t milliseconds);
// All three clocks; `n` is left 0.
ct_stamp ct_now(ct_log *log);

// Maps the file of `fd` (given up to the log; -1: anonymous memory) as an empty state with rings of `capacity` bytes, with
// real blocks behind every page. 0 or errno.
int ct_log_map(ct_log *log, int fd, uint64_t capacity);
ct_state *ct_log_state(ct_log *log);

// The texts of the identity; each is cut to its field.
typedef struct ct_texts {
    const char *run, *boot, *app, *build, *binary, *os, *device, *columns;
} ct_texts;
void ct_log_identify(ct_log *log, const ct_texts *texts);
// The words of a stream.
ct_stream *ct_log_words(ct_log *log, int stream);

// Appends bytes to the ring as they are, without number or lock: for filling a state before it becomes current.
bool ct_log_fill(ct_log *log, int stream, const void *bytes, size_t count);
// Positions where a new run begins.
void ct_log_begin_at(ct_log *log, int stream, uint64_t position);

// A file that a stream can be turned to. `fd` is given up to the log (-1: none), `path` is what it was opened by.
typedef struct ct_file {
    int64_t day;
    uint64_t part;
    int fd;
    uint64_t base;  // where the next byte goes
    uint64_t owed;  // bytes of the header line the first flush writes at 0
} ct_file;
// From position `start` on, the stream's bytes go to `file`. Both locks' holder calls.
void ct_log_target(ct_log *log, int stream, uint64_t start, const ct_file *file, const char *path);
// Wall times [from, until) need no roll.
void ct_log_day(ct_log *log, int stream, int64_t from, int64_t until);
uint64_t ct_log_head(ct_log *log, int stream);
uint64_t ct_log_flushed(ct_log *log, int stream);
// Whether the older file's slot is free: everything below the current target is in its file.
bool ct_log_can_roll(ct_log *log, int stream);
// The file descriptor and base of the current target.
int ct_log_file(ct_log *log, int stream);
int64_t ct_log_file_day(ct_log *log, int stream);
uint64_t ct_log_file_part(ct_log *log, int stream);

// Takes the writer lock and reads number and clocks into `stamp`; where it `brings` its clocks (wall and boot), its uptime is
// that of the record before. CT_OK or CT_DAY with the lock held; anything else without.
int ct_begin(ct_log *log, int stream, bool brings, ct_stamp *stamp);
// Puts a record of two parts into the ring under the number of `stamp` and leaves the lock. `reserve` bytes stay free.
// `tally` is added to the counts.
int ct_commit(ct_log *log, int stream, const ct_stamp *stamp, size_t reserve, const ct_tally *tally, const void *lead,
              size_t leadBytes, const void *rest, size_t restBytes);
void ct_leave(ct_log *log);
// The writer lock and both flush locks.
void ct_hold(ct_log *log);
void ct_let_go(ct_log *log);

// Writes what is pending to the files. CT_OK, CT_STALE, CT_FROZEN_NOW, CT_CHILD or an errno.
int ct_flush(ct_log *log, int stream);
// Asks the medium to have what was flushed, also to the file before. 0 or errno.
int ct_synchronize(ct_log *log, int stream);

// The counts since the last call; `newest` stays.
ct_tally ct_take_tally(ct_log *log);
// The longest quiet stretch since the last call.
ct_quiet ct_take_quiet(ct_log *log);
// Where somebody who follows the log has come to.
typedef struct ct_tail {
    uint64_t from[CT_STREAMS];
    uint64_t missed;  // bytes that were overwritten before they were read
} ct_tail;
// A tail that begins with what is appended from now on.
ct_tail ct_tail_begin(ct_log *log);
// Copies whole lines that were appended since, up to `room` bytes a stream, to `out[stream]`; `counts[stream]` says how many
// bytes. Holds the writer lock for the copy and nothing else.
void ct_tail_read(ct_log *log, ct_tail *tail, uint8_t *const out[CT_STREAMS], size_t room, size_t counts[CT_STREAMS]);

// Notes that the process is alive now, although it records nothing.
void ct_note_alive(ct_log *log);

// From now on nothing is appended any more.
void ct_log_close(ct_log *log);
// Whether the file behind the current target is still the one that was opened, linked and long enough.
bool ct_log_still_there(ct_log *log, int stream);

void ct_refuse(ct_log *log, int stream, size_t bytes, uint32_t why);
// What was refused since the last call, and forgets it.
ct_losses ct_take_losses(ct_log *log, int stream);

// Whether bytes are pending in the ring.
static inline bool ct_pending(ct_log *log, int stream) { return ct_log_head(log, stream) != ct_log_flushed(log, stream); }
// Whether memory is not a file: no room for one, or the mapping failed under us.
bool ct_log_in_memory(ct_log *log);
// Whether the mapping failed under us (bus error) and anonymous memory stands in for it; clears the note.
bool ct_log_take_broken(ct_log *log);
// After that: takes the rings up again, empty, with the number and positions the log remembers.
void ct_log_restart(ct_log *log);
