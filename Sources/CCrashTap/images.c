// The programs and libraries in memory, noted beforehand: a signal handler may not ask the loader.
#if !defined(__APPLE__)
#define _GNU_SOURCE
#endif
#include "images.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "include/ct_crash.h"
#include "platform.h"

// Two logs may be opened at once. The handler takes no lock: it reads as many as `noted` says.
static ct_lock noting = CT_LOCK_INIT;
static ct_image images[CT_IMAGES];
static size_t noted;

const ct_image *ct_images(size_t *count) {
    *count = __atomic_load_n(&noted, __ATOMIC_ACQUIRE);
    return images;
}

static void set_id(char *out, size_t room, const uint8_t *bytes, size_t count) {
    for (size_t i = 0; i < count && 2 * i + 3 < room; i++) snprintf(out + 2 * i, 3, "%02x", bytes[i]);
}

static void set_path(ct_image *image, const char *path) {
    size_t length = strlen(path), room = sizeof image->path - 1;
    const char *from = length > room ? path + (length - room) : path;
    memcpy(image->path, from, strlen(from) + 1);
}

#if defined(__APPLE__)
#include <mach-o/dyld.h>
#include <mach-o/loader.h>

static void note_all(void) {
    size_t count = 0;
    for (uint32_t i = 0; i < _dyld_image_count() && count < CT_IMAGES; i++) {
        const struct mach_header_64 *header = (const struct mach_header_64 *)_dyld_get_image_header(i);
        if (header == NULL) continue;
        ct_image *image = &images[count++];
        memset(image, 0, sizeof *image);
        image->low = (uint64_t)(uintptr_t)header;
        set_path(image, _dyld_get_image_name(i));
        const uint8_t *command = (const uint8_t *)(header + 1);
        for (uint32_t j = 0; j < header->ncmds; j++) {
            const struct load_command *load = (const struct load_command *)command;
            if (load->cmd == LC_UUID) set_id(image->id, sizeof image->id, ((const struct uuid_command *)load)->uuid, 16);
            if (load->cmd == LC_SEGMENT_64 && strcmp(((const struct segment_command_64 *)load)->segname, "__TEXT") == 0)
                image->high = image->low + ((const struct segment_command_64 *)load)->vmsize;
            command += load->cmdsize;
        }
    }
    __atomic_store_n(&noted, count, __ATOMIC_RELEASE);
}
#else
#include <elf.h>
#include <link.h>

// The GNU build id lies in a note of that name (type 3).
static void find_id(ct_image *image, const uint8_t *note, size_t size) {
    while (size >= sizeof(ElfW(Nhdr))) {
        const ElfW(Nhdr) *header = (const ElfW(Nhdr) *)note;
        size_t name = (header->n_namesz + 3u) & ~3u, bytes = (header->n_descsz + 3u) & ~3u;
        if (sizeof *header + name + bytes > size) return;
        const uint8_t *text = note + sizeof *header;
        if (header->n_type == 3 && header->n_namesz == 4 && memcmp(text, "GNU", 4) == 0)
            set_id(image->id, sizeof image->id, text + name, header->n_descsz);
        note += sizeof *header + name + bytes;
        size -= sizeof *header + name + bytes;
    }
}

static int note_one(struct dl_phdr_info *info, size_t size, void *context) {
    (void)size;
    size_t *count = context;
    if (*count >= CT_IMAGES) return 1;
    ct_image *image = &images[*count];
    memset(image, 0, sizeof *image);
    image->low = info->dlpi_addr;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &info->dlpi_phdr[i];
        uint64_t end = info->dlpi_addr + part->p_vaddr + part->p_memsz;
        if (part->p_type == PT_LOAD && end > image->high) image->high = end;
        if (part->p_type == PT_NOTE) find_id(image, (const uint8_t *)(info->dlpi_addr + part->p_vaddr), part->p_memsz);
    }
    if (info->dlpi_name != NULL && info->dlpi_name[0] != 0) {
        set_path(image, info->dlpi_name);
    } else {
        char path[1024];
        ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
        path[length > 0 ? length : 0] = 0;
        set_path(image, path);
    }
    (*count)++;
    return 0;
}

static void note_all(void) {
    size_t count = 0;
    dl_iterate_phdr(note_one, &count);
    __atomic_store_n(&noted, count, __ATOMIC_RELEASE);
}
#endif

void ct_note_images(void) {
    ct_lock_take(&noting);
    note_all();
    ct_lock_leave(&noting);
}

void ct_binary_id(char out[72]) {
    memset(out, 0, 72);
    ct_lock_take(&noting);
    if (noted == 0) note_all();
    if (noted > 0) memcpy(out, images[0].id, strlen(images[0].id));
    ct_lock_leave(&noting);
}
