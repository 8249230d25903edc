// The last line of a run that ended by a signal, made without anything that a signal handler may not use.
#pragma once
#include "include/ct_state.h"

enum { CT_FRAMES = 64, CT_IMAGES = 256, CT_IMAGE_ID = 44, CT_IMAGE_PATH = 160 };

// A program or library in memory: where it lies, which build it is. What an address means, only the pair can tell.
typedef struct ct_image {
    uint64_t low, high;  // [low, high)
    char id[CT_IMAGE_ID];
    char path[CT_IMAGE_PATH];  // its last bytes
} ct_image;

// `crash` from the words of a crash and its return addresses (the first is the program counter), or `exit` for a signal
// that asks for an end in order. Returns the length; the line is whole, whatever had to be left out for room.
size_t ct_mark_write(const ct_crash *crash, const uint64_t *frames, size_t frameCount, const ct_image *images,
                     size_t imageCount, char *out, size_t limit);
