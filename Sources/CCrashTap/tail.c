// Following a log from inside its process: an app that shows its own log. The rings hold everything that was appended
// lately, flushed or not, so nothing has to be kept twice and a record pays nothing for being followed.
#if !defined(__APPLE__)
#define _GNU_SOURCE
#endif
#include <string.h>

#include "log_private.h"

ct_tail ct_tail_begin(ct_log *log) {
    ct_tail tail = {{0}, 0};
    ct_lock_take(&log->writer);
    for (int i = 0; i < CT_STREAMS; i++) tail.from[i] = log->head[i];
    ct_lock_leave(&log->writer);
    return tail;
}

static uint8_t at(const ct_log *log, int stream, uint64_t position) {
    return log->ring[stream][position & (log->capacity - 1)];
}

// Whole lines only: a follower begins with one, and what does not fit waits.
static size_t read_stream(ct_log *log, int stream, ct_tail *tail, uint8_t *out, size_t room) {
    uint64_t head = log->head[stream], from = tail->from[stream];
    if (head - from > log->capacity) {
        // The oldest byte may lie inside a line: the first whole one begins behind a line feed.
        uint64_t next = head - log->capacity + 1;
        while (next < head && at(log, stream, next - 1) != '\n') next++;
        tail->missed += next - from;
        from = next;
    }
    uint64_t until = head - from < room ? head : from + room;
    while (until > from && at(log, stream, until - 1) != '\n') until--;
    // A line that is longer than all the room there is: nobody can be told of it.
    if (until == from && head - from >= room) {
        for (until = from; until < head && at(log, stream, until) != '\n';) until++;
        tail->missed += until + 1 - from;
        tail->from[stream] = until + 1;
        return 0;
    }
    for (uint64_t position = from; position < until;) {
        uint64_t place = position & (log->capacity - 1), count = until - position;
        if (count > log->capacity - place) count = log->capacity - place;
        memcpy(out + (position - from), log->ring[stream] + place, (size_t)count);
        position += count;
    }
    tail->from[stream] = until;
    return (size_t)(until - from);
}

void ct_tail_read(ct_log *log, ct_tail *tail, uint8_t *const out[CT_STREAMS], size_t room, size_t counts[CT_STREAMS]) {
    ct_lock_take(&log->writer);
    for (int i = 0; i < CT_STREAMS; i++) counts[i] = read_stream(log, i, tail, out[i], room);
    ct_lock_leave(&log->writer);
}
