#include "mark.h"

#include <string.h>

typedef struct {
    char *out;
    size_t used, limit;
} text;

static void put(text *t, const char *s) {
    for (; *s != 0 && t->used < t->limit; s++) t->out[t->used++] = *s;
}

static void put_unsigned(text *t, uint64_t value, unsigned radix) {
    char digits[24];
    size_t at = sizeof digits - 1;
    digits[at] = 0;
    do digits[--at] = "0123456789abcdef"[value % radix];
    while ((value /= radix) != 0);
    put(t, digits + at);
}

static void put_signed(text *t, int64_t value) {
    if (value < 0) put(t, "-");
    put_unsigned(t, value < 0 ? 0 - (uint64_t)value : (uint64_t)value, 10);
}

static void put_hex(text *t, uint64_t value) {
    put(t, "\"0x");
    put_unsigned(t, value, 16);
    put(t, "\"");
}

// Paths are bytes: what JSON could not hold is replaced.
static void put_quoted(text *t, const char *s) {
    put(t, "\"");
    for (; *s != 0; s++) {
        char one[2] = {*s, 0};
        if ((unsigned char)*s < 32 || *s == '"' || *s == '\\' || (unsigned char)*s > 126) one[0] = '?';
        put(t, one);
    }
    put(t, "\"");
}

static void put_stamp(text *t, const ct_crash *crash) {
    put(t, "{\"n\":"), put_unsigned(t, crash->crashN, 10);
    put(t, ",\"t\":"), put_signed(t, crash->crashWall);
    put(t, ",\"m\":"), put_signed(t, crash->crashBoot);
    put(t, ",\"u\":"), put_signed(t, crash->crashUp);
}

static bool holds(const ct_image *image, const uint64_t *frames, size_t frameCount) {
    for (size_t i = 0; i < frameCount; i++)
        if (frames[i] >= image->low && frames[i] < image->high) return true;
    return false;
}

static void put_images(text *t, const uint64_t *frames, size_t frameCount, const ct_image *images, size_t count) {
    bool first = true;
    for (size_t i = 0; i < count; i++) {
        if (!holds(&images[i], frames, frameCount)) continue;
        if (t->limit - t->used < sizeof(ct_image) + 96) break;
        put(t, first ? ",\"images\":[{\"at\":" : ",{\"at\":"), put_hex(t, images[i].low);
        put(t, ",\"end\":"), put_hex(t, images[i].high);
        put(t, ",\"id\":"), put_quoted(t, images[i].id);
        put(t, ",\"path\":"), put_quoted(t, images[i].path);
        put(t, "}");
        first = false;
    }
    if (!first) put(t, "]");
}

size_t ct_mark_write(const ct_crash *crash, const uint64_t *frames, size_t frameCount, const ct_image *images,
                     size_t imageCount, char *out, size_t limit) {
    text t = {out, 0, limit - 4};
    put_stamp(&t, crash);
    if (crash->phase == CT_ENDING || crash->phase == CT_ENDED) {
        put(&t, ",\"k\":\"exit\",\"reason\":\"signal\",\"sig\":"), put_unsigned(&t, crash->sig, 10);
    } else {
        put(&t, ",\"k\":\"crash\",\"sig\":"), put_unsigned(&t, crash->sig, 10);
        put(&t, ",\"code\":"), put_signed(&t, crash->code);
        put(&t, ",\"addr\":"), put_hex(&t, crash->addr);
        put(&t, ",\"pc\":[");
        for (size_t i = 0; i < frameCount && i < CT_FRAMES; i++) {
            if (i > 0) put(&t, ",");
            put_hex(&t, frames[i]);
        }
        put(&t, "],\"thread\":"), put_unsigned(&t, crash->thread, 10);
        put_images(&t, frames, frameCount, images, imageCount);
    }
    t.limit = limit;
    put(&t, "}\n");
    return t.used;
}
