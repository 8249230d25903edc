// The layout of the state file as data: its own description, and the reader of other builds' layouts.
#include "include/ct_state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Static_assert(offsetof(ct_state, stream) == 4096, "the streams fill page 1");
_Static_assert(sizeof(ct_stream) % 64 == 0, "the heads of both streams begin a cache line");
_Static_assert(offsetof(ct_state, crash) == 8192, "the words of a crash begin page 2");
_Static_assert(offsetof(ct_state, description) == CT_DESCRIPTION_AT, "the description closes the header");
_Static_assert(sizeof(ct_state) == CT_HEADER_BYTES, "the header is 16 KiB on every platform, whatever its page");

typedef struct {
    const char *name, *type;
    uint32_t offset, size, count;
} field;

#define ROW(part, prefix, type, name) \
    {prefix #name, #type, offsetof(ct_state, part.name), sizeof(ct_type_##type), sizeof(((ct_state *)0)->part.name) / sizeof(ct_type_##type)},
#define IDENTITY(type, name, ...) ROW(identity, "", type, name)
#define EVENTS(type, name, ...) ROW(stream[CT_EVENTS], "events.", type, name)
#define SAMPLES(type, name, ...) ROW(stream[CT_SAMPLES], "samples.", type, name)
#define LIFE(type, name, ...) ROW(life, "", type, name)
#define CRASH(type, name, ...) ROW(crash, "", type, name)

static const field fields[] = {
    CT_IDENTITY_FIELDS(IDENTITY, IDENTITY) CT_STREAM_FIELDS(EVENTS, EVENTS) CT_STREAM_FIELDS(SAMPLES, SAMPLES)
    CT_LIFE_FIELDS(LIFE, LIFE) CT_CRASH_FIELDS(CRASH, CRASH)
    {"mark", "char", offsetof(ct_state, mark), 1, CT_MARK_BYTES},
};
enum { FIELD_COUNT = sizeof fields / sizeof *fields };

static bool is_filler(const char *name) {
    return strstr(name, "Line") != NULL || strstr(name, "spare") != NULL;
}

void ct_state_describe(ct_state *state) {
    memcpy(state->identity.magic, CT_MAGIC, 8);
    memset(state->description, 0, sizeof state->description);
    size_t used = 0;
    for (size_t i = 0; i < FIELD_COUNT; i++) {
        const field *f = &fields[i];
        if (is_filler(f->name)) continue;
        int wrote = snprintf(state->description + used, sizeof state->description - used, "%s %s %u %u\n", f->name,
                             f->type, f->offset, f->count);
        if (wrote < 0 || used + (size_t)wrote >= sizeof state->description) abort();  // a field too many: a build's fault
        used += (size_t)wrote;
    }
    state->identity.describedAt = CT_DESCRIPTION_AT;
    state->identity.describedBytes = (uint32_t)used;
    state->identity.version = CT_VERSION;
    state->identity.headerBytes = CT_HEADER_BYTES;
}

static size_t type_size(const char *name, size_t length) {
    if (length == 4 && memcmp(name, "char", 4) == 0) return 1;
    if (length == 3 && memcmp(name, "u32", 3) == 0) return 4;
    if (length == 3 && (memcmp(name, "u64", 3) == 0 || memcmp(name, "i64", 3) == 0)) return 8;
    return 0;
}

// Finds `name` in a description. The text is not ours: every number is bounded before it is used.
static bool find(const char *text, size_t length, const char *name, size_t *offset, size_t *bytes) {
    size_t nameLength = strlen(name);
    for (size_t at = 0; at < length;) {
        const char *line = text + at;
        const char *end = memchr(line, '\n', length - at);
        if (end == NULL) return false;
        at += (size_t)(end - line) + 1;
        if ((size_t)(end - line) <= nameLength + 1 || memcmp(line, name, nameLength) != 0 || line[nameLength] != ' ') continue;
        const char *type = line + nameLength + 1;
        const char *space = memchr(type, ' ', (size_t)(end - type));
        if (space == NULL) return false;
        size_t size = type_size(type, (size_t)(space - type)), numbers[2] = {0, 0};
        const char *p = space + 1;
        for (int i = 0; i < 2; i++) {
            for (; p < end && *p >= '0' && *p <= '9'; p++) {
                numbers[i] = numbers[i] * 10 + (size_t)(*p - '0');
                if (numbers[i] > CT_HEADER_BYTES) return false;
            }
            if (p < end && *p == ' ') p++;
        }
        if (size == 0 || numbers[0] + size * numbers[1] > CT_HEADER_BYTES || numbers[0] % size != 0) return false;
        *offset = numbers[0];
        *bytes = size * numbers[1];
        return true;
    }
    return false;
}

static bool description(const void *bytes, const char **text, size_t *length) {
    uint32_t place[2];
    memcpy(place, (const char *)bytes + 8, sizeof place);
    if (memcmp(bytes, CT_MAGIC, 8) != 0) return false;
    if (place[0] > CT_HEADER_BYTES || place[1] > CT_HEADER_BYTES - place[0]) return false;
    *text = (const char *)bytes + place[0];
    *length = place[1];
    return true;
}

size_t ct_state_offset(const void *bytes, const char *name) {
    const char *text;
    size_t length, offset, size;
    if (!description(bytes, &text, &length) || !find(text, length, name, &offset, &size)) return 0;
    return offset;
}

static void end_texts(ct_state *s) {
    for (size_t i = 0; i < FIELD_COUNT; i++)
        if (strcmp(fields[i].type, "char") == 0 && fields[i].offset != 0 && fields[i].offset < 4096)
            ((char *)s)[fields[i].offset + fields[i].count - 1] = 0;
}

bool ct_state_read(const void *bytes, size_t fileBytes, ct_state *out, const char **why) {
    const char *text;
    size_t length;
    *why = "shorter than its header";
    if (fileBytes < CT_HEADER_BYTES) return false;
    *why = "no state file: its first bytes are not " CT_MAGIC;
    if (!description(bytes, &text, &length)) return false;
    ct_state ours;
    ct_state_describe(&ours);
    if (length == ours.identity.describedBytes && memcmp(text, ours.description, length) == 0) {
        memcpy(out, bytes, sizeof *out);
    } else {
        memset(out, 0, sizeof *out);
        for (size_t i = 0; i < FIELD_COUNT; i++) {
            size_t offset, size, wanted = (size_t)fields[i].size * fields[i].count;
            if (find(text, length, fields[i].name, &offset, &size))
                memcpy((char *)out + fields[i].offset, (const char *)bytes + offset, size < wanted ? size : wanted);
        }
    }
    end_texts(out);
    const ct_identity *identity = &out->identity;
    *why = "its sizes contradict each other";
    return identity->headerBytes == CT_HEADER_BYTES && identity->capacity >= CT_MIN_CAPACITY &&
           identity->capacity <= CT_MAX_CAPACITY && (identity->capacity & (identity->capacity - 1)) == 0 &&
           identity->fileBytes == CT_HEADER_BYTES + CT_STREAMS * identity->capacity && fileBytes >= identity->fileBytes;
}
