// What a log folder holds at this moment, taken from outside: of a live recorder without stopping it, of a dead one
// without changing anything.
//
// Read every day file as usual, except those that a piece names: there the content is
//     the first `offset` bytes of the file, then the `count` bytes of the piece
// and what the file holds behind `offset` counts for nothing (it is the same bytes, or not vouched for). Where `offset` is
// CT_AFTER_LAST the machine was started anew since (or the folder was copied): the content is the whole file up to its
// last whole line, then those lines of the piece whose sequence number is greater than that line's.
// The line of a crash is the last of its piece, even where the process died before it could write it.
#pragma once
#include "ct_state.h"

#define CT_AFTER_LAST (-1)

typedef struct ct_piece {
    int32_t stream;        // CT_EVENTS: events/DAY.jsonl, CT_SAMPLES: samples/DAY.csv
    int64_t day;           // days since 1970-01-01
    uint64_t part;         // 0: the day's first file; 1: samples/DAY.1.csv, and so on
    int64_t offset;        // or CT_AFTER_LAST
    const uint8_t *bytes;  // ends with a line; begins with one, or inside one whose beginning the file has, or with the
                           // CSV header line where the file owes it
    size_t count;
} ct_piece;

typedef struct ct_snapshot ct_snapshot;

enum ct_snapshot_error {
    CT_SNAPSHOT_OK,
    CT_SNAPSHOT_NONE,     // there is no state file
    CT_SNAPSHOT_SYSTEM,   // the file cannot be opened or read: errno
    CT_SNAPSHOT_DAMAGED,  // empty, not a state, or one that contradicts itself; ct_snapshot_why
    CT_SNAPSHOT_MOVING,   // a launch replaced it again and again while it was read
};

// Takes one of LOG/state/current.state (the path of that file is given). `error` gets one of the above, `why` a constant
// text. The result, where it is not null, goes back by ct_snapshot_free. Never blocks the recorder.
ct_snapshot *ct_snapshot_take(const char *statePath, int *error, const char **why);
void ct_snapshot_free(ct_snapshot *snapshot);

// Identity, life and crash words at that moment, in this build's layout.
const ct_state *ct_snapshot_state(const ct_snapshot *snapshot);
size_t ct_snapshot_pieces(const ct_snapshot *snapshot);
ct_piece ct_snapshot_piece(const ct_snapshot *snapshot, size_t index);
// Whether the process that writes this log is running now.
bool ct_snapshot_alive(const ct_snapshot *snapshot);
// Whether the machine has been started anew since (another boot id), so that offsets mean nothing.
bool ct_snapshot_rebooted(const ct_snapshot *snapshot);

// The sequence number that a line of a stream begins with, or 0.
uint64_t ct_line_number(int stream, const uint8_t *line, size_t count);

// Boot id of the running system, at most 39 characters; "" where unknown.
void ct_boot_id(char out[40]);
// Start time of a process in the platform's unit; 0: there is none, or it is a zombie.
uint64_t ct_process_start(uint64_t pid);
