#pragma once
#include "mark.h"

// What ct_note_images found. Async-signal-safe.
const ct_image *ct_images(size_t *count);
