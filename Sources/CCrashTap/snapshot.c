// The five steps by which another process reads a live log exactly, without a lock (ct_snapshot.h says what comes out).
//
// Per stream: 1. `head`, then the targets; 2. `flushed`; 3. copy the ring between; 4. fence; 5. `flushed` again. What may
// have been overwritten during the copy lies below the second `flushed`, and what lies below it is in the file. Only a
// target that changed in between makes it start over.
#include "include/ct_snapshot.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "mark.h"

enum { ATTEMPTS = 64 };

struct ct_snapshot {
    ct_state state;
    bool alive, rebooted;
    uint8_t *ring[CT_STREAMS];  // copies, indexed by position & (capacity - 1)
    uint64_t head[CT_STREAMS], flushed[CT_STREAMS];
    ct_piece *pieces;
    uint8_t **buffers;  // the bytes of the pieces
    size_t count, room;
};

static uint64_t unfrozen(uint64_t word) { return word & ~CT_FROZEN; }

static uint64_t load(const uint8_t *map, size_t offset) {
    return offset == 0 ? 0 : __atomic_load_n((const uint64_t *)(const void *)(map + offset), __ATOMIC_ACQUIRE);
}

static void copy_ring(uint8_t *to, const uint8_t *from, uint64_t capacity, uint64_t low, uint64_t high) {
    while (low < high) {
        uint64_t at = low & (capacity - 1), count = high - low;
        if (count > capacity - at) count = capacity - at;
        memcpy(to + at, from + at, count);
        low += count;
    }
}

// The words of the live mapping that change, wherever its build put them.
typedef struct {
    size_t head, flushed, gen, start, base, day, owed, part;
} places;

static places places_of(const uint8_t *map, int stream) {
    static const char *names[CT_STREAMS][8] = {
        {"events.head", "events.flushed", "events.gen", "events.start", "events.base", "events.day", "events.owed",
         "events.part"},
        {"samples.head", "samples.flushed", "samples.gen", "samples.start", "samples.base", "samples.day", "samples.owed",
         "samples.part"},
    };
    size_t at[8];
    for (int i = 0; i < 8; i++) at[i] = ct_state_offset(map, names[stream][i]);
    return (places){at[0], at[1], at[2], at[3], at[4], at[5], at[6], at[7]};
}

static bool consistent(const ct_snapshot *s, int stream) {
    const ct_stream *words = &s->state.stream[stream];
    int current = (int)(words->gen & 1);
    uint64_t head = s->head[stream], flushed = s->flushed[stream];
    if (flushed > head) return true;  // nothing is pending
    return head - flushed <= s->state.identity.capacity && words->start[current] <= head + s->state.identity.capacity;
}

static bool take_stream(ct_snapshot *s, const uint8_t *map, const uint8_t *ring, int stream) {
    places at = places_of(map, stream);
    ct_stream *words = &s->state.stream[stream];
    uint64_t capacity = s->state.identity.capacity;
    if (at.head == 0 || at.flushed == 0 || at.gen == 0 || at.start == 0 || at.base == 0) return false;
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
        uint64_t head = unfrozen(load(map, at.head)), gen = load(map, at.gen);
        for (int slot = 0; slot < 2; slot++) {
            words->start[slot] = load(map, at.start + 8 * (size_t)slot);
            words->base[slot] = load(map, at.base + 8 * (size_t)slot);
            words->day[slot] = (int64_t)load(map, at.day + 8 * (size_t)slot);
            words->owed[slot] = at.owed == 0 ? 0 : load(map, at.owed + 8 * (size_t)slot);
            words->part[slot] = at.part == 0 ? 0 : load(map, at.part + 8 * (size_t)slot);
        }
        uint64_t first = unfrozen(load(map, at.flushed));
        if (s->rebooted) first = head > capacity ? head - capacity : 0;
        if (first < head && head - first <= capacity) copy_ring(s->ring[stream], ring, capacity, first, head);
        __atomic_thread_fence(__ATOMIC_ACQUIRE);
        uint64_t flushed = unfrozen(load(map, at.flushed));
        if (load(map, at.gen) != gen) continue;
        words->gen = gen;
        s->head[stream] = head;
        s->flushed[stream] = flushed;
        // A copy that began above `flushed` cannot be (it only rises), unless the words are damaged.
        if (flushed >= first || s->rebooted) return s->rebooted || consistent(s, stream);
    }
    return false;
}

static void add(ct_snapshot *s, int stream, int64_t day, uint64_t part, int64_t offset, uint8_t *bytes, size_t count) {
    if (s->count == s->room) {
        s->room = s->room * 2 + 8;
        s->pieces = realloc(s->pieces, s->room * sizeof *s->pieces);
        s->buffers = realloc(s->buffers, s->room * sizeof *s->buffers);
        if (s->pieces == NULL || s->buffers == NULL) abort();
    }
    s->buffers[s->count] = bytes;
    s->pieces[s->count++] = (ct_piece){stream, day, part, offset, bytes, count};
}

static uint8_t *bytes_of(const ct_snapshot *s, int stream, uint64_t low, uint64_t high, const char *lead, size_t leadBytes) {
    uint8_t *out = malloc(leadBytes + (size_t)(high - low) + 1);
    if (out == NULL) abort();
    memcpy(out, lead, leadBytes);
    for (size_t used = leadBytes; low < high;) {
        uint64_t capacity = s->state.identity.capacity, at = low & (capacity - 1), count = high - low;
        if (count > capacity - at) count = capacity - at;
        memcpy(out + used, s->ring[stream] + at, count);
        used += count;
        low += count;
    }
    return out;
}

// One target's part of [low, high).
static void add_part(ct_snapshot *s, int stream, int slot, uint64_t low, uint64_t high) {
    const ct_stream *words = &s->state.stream[stream];
    uint64_t start = words->start[slot];
    size_t owed = 0, columns = strlen(s->state.identity.columns);
    if (low == start && high > low && words->owed[slot] == columns) owed = columns;
    uint64_t offset = owed > 0 ? 0 : words->base[slot] + (low - start);
    if (owed == 0 && low == start && words->owed[slot] > 0) offset = 0;
    add(s, stream, words->day[slot], words->part[slot], (int64_t)offset,
        bytes_of(s, stream, low, high, s->state.identity.columns, owed), owed + (size_t)(high - low));
}

static void add_pending(ct_snapshot *s, int stream) {
    const ct_stream *words = &s->state.stream[stream];
    int current = (int)(words->gen & 1);
    uint64_t head = s->head[stream], low = s->flushed[stream] < head ? s->flushed[stream] : head;
    uint64_t start = words->start[current];
    if (low < start) add_part(s, stream, current ^ 1, low, head < start ? head : start);
    if (head >= start) add_part(s, stream, current, low < start ? start : low, head);
}

uint64_t ct_line_number(int stream, const uint8_t *line, size_t count) {
    static const char lead[] = "{\"n\":";
    size_t at = stream == CT_EVENTS ? sizeof lead - 1 : 0;
    if (count <= at || (at > 0 && memcmp(line, lead, at) != 0)) return 0;
    uint64_t n = 0;
    size_t first = at;
    for (; at < count && line[at] >= '0' && line[at] <= '9'; at++) {
        if (n > (UINT64_MAX - 9) / 10) return 0;
        n = n * 10 + (uint64_t)(line[at] - '0');
    }
    return at > first && at < count && line[at] == ',' ? n : 0;
}

// The wall clock by which a line belongs to a day: `t` of an event (second key), `recv` of a sample (third column).
static bool line_time(int stream, const uint8_t *line, size_t count, int64_t *time) {
    int commas = stream == CT_EVENTS ? 1 : 2;
    size_t at = 0;
    for (; at < count && commas > 0; at++) commas -= line[at] == ',';
    if (stream == CT_EVENTS) {
        if (count - at < 4 || memcmp(line + at, "\"t\":", 4) != 0) return false;
        at += 4;
    }
    bool negative = at < count && line[at] == '-';
    at += negative;
    int64_t value = 0;
    size_t first = at;
    for (; at < count && line[at] >= '0' && line[at] <= '9' && at - first < 18; at++) value = value * 10 + (line[at] - '0');
    *time = negative ? -value : value;
    return at > first;
}

static int64_t day_of(int64_t time) {
    int64_t day = 86400000, quotient = time / day;
    return time % day < 0 ? quotient - 1 : quotient;
}

// The file of `day` that the run was writing last: of two targets the current one, where it is that day's.
static uint64_t part_of(const ct_snapshot *s, int stream, int64_t day) {
    const ct_stream *words = &s->state.stream[stream];
    int current = (int)(words->gen & 1);
    for (int slot = current, tries = 0; tries < 2; slot ^= 1, tries++)
        if (words->day[slot] == day) return words->part[slot];
    return 0;
}

// Whole lines of [low, high), all of it proved by checksum. `atLine`: `low` begins a line. Adds a piece per run of a day.
static void add_proved(ct_snapshot *s, int stream, uint64_t low, uint64_t high, bool atLine, uint64_t *last) {
    uint8_t *bytes = bytes_of(s, stream, low, high, "", 0);
    size_t count = (size_t)(high - low), at = 0, from = 0, until = 0;
    int64_t day = 0;
    if (!atLine) {
        uint8_t *feed = memchr(bytes, '\n', count);
        at = feed == NULL ? count : (size_t)(feed - bytes) + 1;
    }
    while (at <= count) {
        uint8_t *feed = at < count ? memchr(bytes + at, '\n', count - at) : NULL;
        size_t end = feed == NULL ? count : (size_t)(feed - bytes) + 1;
        uint64_t n = feed == NULL ? 0 : ct_line_number(stream, bytes + at, end - at);
        int64_t time = 0;
        bool good = n > *last && n < s->state.life.nextN && line_time(stream, bytes + at, end - at, &time);
        if (until > from && (!good || day_of(time) != day || until != at)) {
            uint8_t *part = malloc(until - from + 1);
            if (part == NULL) abort();
            memcpy(part, bytes + from, until - from);
            add(s, stream, day, part_of(s, stream, day), CT_AFTER_LAST, part, until - from);
            from = until = at;
        }
        if (feed == NULL) break;
        if (good) {
            if (until <= from) from = at;
            until = end;
            day = day_of(time);
            *last = n;
        }
        at = end;
    }
    free(bytes);
}

// After another boot: whatever page of the ring its checksum proves, whole lines only.
static void add_vouched(ct_snapshot *s, int stream) {
    const ct_stream *words = &s->state.stream[stream];
    uint64_t capacity = s->state.identity.capacity, head = s->head[stream], last = 0;
    uint64_t low = head > capacity ? head - capacity : 0;
    if (low < words->ringStart) low = words->ringStart;
    low &= ~(uint64_t)(CT_RING_PAGE - 1);
    if (low + capacity < head) low += CT_RING_PAGE;
    uint64_t from = low;
    bool atLine = low == words->ringStart, broken = false;
    for (uint64_t page = low; page < head; page += CT_RING_PAGE) {
        uint64_t count = head - page < CT_RING_PAGE ? head - page : CT_RING_PAGE;
        uint64_t at = page & (capacity - 1);
        if (ct_crc(0, s->ring[stream] + at, count) == words->crc[at / CT_RING_PAGE]) continue;
        if (page > from) add_proved(s, stream, from, page, atLine && !broken, &last);
        from = page + CT_RING_PAGE;
        broken = true;
    }
    if (from < head) add_proved(s, stream, from, head, atLine && !broken, &last);
}

// The line of a signal, joined to the piece it continues.
static void add_mark(ct_snapshot *s) {
    ct_crash *crash = &s->state.crash;
    if (crash->phase < CT_CRASHING || crash->phase > CT_ENDED) return;
    char text[CT_MARK_BYTES];
    size_t count = crash->markBytes;
    bool written = count > 2 && count <= CT_MARK_BYTES && ct_crc(0, s->state.mark, count) == (uint32_t)crash->markCRC;
    if (written) {
        memcpy(text, s->state.mark, count);
    } else {
        if (s->alive) return;
        if (crash->crashN == 0) crash->crashN = s->state.life.nextN;
        count = ct_mark_write(crash, &crash->pc, 1, NULL, 0, text, sizeof text);
    }
    ct_piece *piece = NULL;
    for (size_t i = 0; i < s->count; i++)
        if (s->pieces[i].stream == CT_EVENTS) piece = &s->pieces[i];
    if (!s->rebooted && written && piece != NULL)
        for (size_t i = 0; i < s->count; i++) {
            ct_piece *p = &s->pieces[i];
            if (p->stream == CT_EVENTS && p->day == crash->markDay && p->offset + (int64_t)p->count == (int64_t)crash->markAt) piece = p;
        }
    if (s->rebooted) piece = NULL;
    if (piece == NULL) {
        uint8_t *bytes = malloc(count);
        if (bytes == NULL) abort();
        memcpy(bytes, text, count);
        add(s, CT_EVENTS, written ? crash->markDay : day_of(crash->crashWall), 0, CT_AFTER_LAST, bytes, count);
        return;
    }
    size_t index = (size_t)(piece - s->pieces);
    uint8_t *bytes = realloc(s->buffers[index], piece->count + count);
    if (bytes == NULL) abort();
    memcpy(bytes + piece->count, text, count);
    s->buffers[index] = bytes;
    piece->bytes = bytes;
    piece->count += count;
}

// One cut through both streams: a sample younger than the number that was next as the events were read is left out.
static void cut_samples(ct_snapshot *s, uint64_t next) {
    for (size_t i = 0; i < s->count; i++) {
        ct_piece *p = &s->pieces[i];
        if (p->stream != CT_SAMPLES) continue;
        while (p->count > 0) {
            size_t line = p->count - 1;
            while (line > 0 && p->bytes[line - 1] != '\n') line--;
            // The first may be the rest of a line in the file, whose number is not here.
            if (line == 0 || ct_line_number(CT_SAMPLES, p->bytes + line, p->count - line) < next) break;
            p->count = line;
        }
    }
}

static void set_situation(ct_snapshot *s) {
    char boot[40];
    ct_boot_id(boot);
    const ct_identity *identity = &s->state.identity;
    s->rebooted = boot[0] != 0 && identity->boot[0] != 0 && strcmp(boot, identity->boot) != 0;
    s->alive = !s->rebooted && identity->pid != 0 && ct_process_start(identity->pid) == identity->pidStart;
}

static bool take_mapping(ct_snapshot *s, const uint8_t *map, size_t bytes, const char **why) {
    if (!ct_state_read(map, bytes, &s->state, why)) return false;
    set_situation(s);
    uint64_t capacity = s->state.identity.capacity;
    *why = "the words of its streams contradict each other";
    for (int stream = 0; stream < CT_STREAMS; stream++) {
        s->ring[stream] = malloc(capacity);
        if (s->ring[stream] == NULL) abort();
    }
    uint64_t next = 0;
    size_t nextAt = ct_state_offset(map, "nextN");
    for (int stream = 0; stream < CT_STREAMS; stream++) {
        if (!take_stream(s, map, map + CT_HEADER_BYTES + (uint64_t)stream * capacity, stream)) return false;
        if (stream == CT_EVENTS) next = load(map, nextAt);
    }
    // Life and crash words once more: the first copy may be older than what was read since.
    ct_state again;
    if (ct_state_read(map, bytes, &again, why)) {
        s->state.life = again.life;
        s->state.crash = again.crash;
        memcpy(s->state.mark, again.mark, sizeof again.mark);
    }
    for (int stream = 0; stream < CT_STREAMS; stream++) {
        if (s->rebooted) add_vouched(s, stream);
        else add_pending(s, stream);
    }
    if (s->alive) cut_samples(s, next);
    add_mark(s);
    return true;
}

ct_snapshot *ct_snapshot_take(const char *path, int *error, const char **why) {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
        struct stat before, after;
        int fd = open(path, O_RDONLY | O_CLOEXEC);
        *error = errno == ENOENT ? CT_SNAPSHOT_NONE : CT_SNAPSHOT_SYSTEM;
        *why = "cannot be opened";
        if (fd < 0) return NULL;
        if (fstat(fd, &before) != 0 || before.st_size < (off_t)CT_HEADER_BYTES) {
            close(fd);
            *error = CT_SNAPSHOT_DAMAGED;
            *why = "shorter than its header";
            return NULL;
        }
        size_t bytes = (size_t)before.st_size;
        const uint8_t *map = mmap(NULL, bytes, PROT_READ, MAP_SHARED, fd, 0);
        close(fd);
        *error = CT_SNAPSHOT_SYSTEM;
        *why = "cannot be mapped";
        if (map == MAP_FAILED) return NULL;
        ct_snapshot *s = calloc(1, sizeof *s);
        if (s == NULL) abort();
        bool taken = take_mapping(s, map, bytes, why);
        munmap((void *)(uintptr_t)map, bytes);
        bool same = stat(path, &after) == 0 && after.st_ino == before.st_ino && after.st_dev == before.st_dev;
        if (taken && same) {
            *error = CT_SNAPSHOT_OK;
            return s;
        }
        ct_snapshot_free(s);
        *error = same ? CT_SNAPSHOT_DAMAGED : CT_SNAPSHOT_MOVING;
        if (same && !taken) return NULL;
    }
    *why = "replaced again and again while it was read";
    return NULL;
}

void ct_snapshot_free(ct_snapshot *s) {
    if (s == NULL) return;
    for (size_t i = 0; i < s->count; i++) free(s->buffers[i]);
    for (int stream = 0; stream < CT_STREAMS; stream++) free(s->ring[stream]);
    free(s->pieces);
    free(s->buffers);
    free(s);
}

const ct_state *ct_snapshot_state(const ct_snapshot *s) { return &s->state; }
size_t ct_snapshot_pieces(const ct_snapshot *s) { return s->count; }
ct_piece ct_snapshot_piece(const ct_snapshot *s, size_t index) { return s->pieces[index]; }
bool ct_snapshot_alive(const ct_snapshot *s) { return s->alive; }
bool ct_snapshot_rebooted(const ct_snapshot *s) { return s->rebooted; }
