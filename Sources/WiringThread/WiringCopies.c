// For dl_iterate_phdr.
#define _GNU_SOURCE

#include "WiringCopies.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "WiringFailure.h"

static void report(const char *first, const char *second) {
    char text[2048];
    snprintf(
        text,
        sizeof(text),
        "Wiring: there are two copies of this library in this process, one in %s and one in %s. Each has its own containers and "
        "singletons: what is registered in one is not seen in the other. In the package of each image, depend on the product "
        "WiringDynamic instead of Wiring, WiringAsync, WiringLifecycle and WiringModules. Both then load the same library, which belongs beside the program.\n",
        first,
        second
    );
    wiring_write_error(text);
}

#if defined(__ELF__)

#include <link.h>

// A note can be found in an image even if the image exports no symbols.
typedef struct {
    uint32_t name_size;
    uint32_t description_size;
    uint32_t type;
    char name[8];
} wiring_note_t;

__attribute__((section(".note.wiring"), used, aligned(4))) static const wiring_note_t own_note = {7, 0, 1, "Wiring"};

/// The note of an image; `NULL` if the image has no copy of the library.
static const wiring_note_t *note(const struct dl_phdr_info *image) {
    for (int index = 0; index < image->dlpi_phnum; index++) {
        if (image->dlpi_phdr[index].p_type != PT_NOTE) continue;
        const char *note = (const char *)image->dlpi_addr + image->dlpi_phdr[index].p_vaddr;
        const char *end = note + image->dlpi_phdr[index].p_memsz;
        size_t mask = image->dlpi_phdr[index].p_align == 8 ? 7 : 3;
        while (note + offsetof(wiring_note_t, name) <= end) {
            const wiring_note_t *candidate = (const wiring_note_t *)note;
            if (candidate->name_size == 7 && memcmp(candidate->name, "Wiring", 7) == 0) return candidate;
            size_t size = offsetof(wiring_note_t, name) + candidate->name_size;
            size = ((size + mask) & ~mask) + candidate->description_size;
            note += (size + mask) & ~mask;
        }
    }
    return NULL;
}

static const char *image_name(const struct dl_phdr_info *image) {
    return image->dlpi_name == NULL || image->dlpi_name[0] == 0 ? "the program" : image->dlpi_name;
}

/// Checks one image. Stops the iteration at the image that contains this code.
static int check_image(struct dl_phdr_info *image, size_t size, void *first) {
    (void)size;
    const wiring_note_t *found = note(image);
    if (found == NULL) return 0;
    if (found == &own_note) {
        if (*(char *)first != 0) report(first, image_name(image));
        return 1;
    }
    if (*(char *)first == 0) snprintf(first, 512, "%s", image_name(image));
    return 0;
}

void wiring_report_copies(void) {
    char first[512] = "";
    dl_iterate_phdr(check_image, first);
}

/// Checks the first image, which is the program, and stops the iteration.
static int check_program(struct dl_phdr_info *image, size_t size, void *is_in_program) {
    (void)size;
    *(bool *)is_in_program = note(image) == &own_note;
    return 1;
}

bool wiring_is_in_program(void) {
    bool is_in_program = true;
    dl_iterate_phdr(check_program, &is_in_program);
    return is_in_program;
}

#elif defined(__APPLE__)

#include <mach-o/dyld.h>
#include <mach-o/getsect.h>

#ifdef __LP64__
typedef struct mach_header_64 wiring_header_t;
#else
typedef struct mach_header wiring_header_t;
#endif

__attribute__((section("__DATA,__wiring"), used)) static int own_mark = 1;

void wiring_report_copies(void) {
    const char *first = NULL;
    for (uint32_t index = 0; index < _dyld_image_count(); index++) {
        const wiring_header_t *header = (const wiring_header_t *)_dyld_get_image_header(index);
        const char *name = _dyld_get_image_name(index);
        unsigned long size = 0;
        const void *mark = header == NULL ? NULL : getsectiondata(header, "__DATA", "__wiring", &size);
        if (mark == NULL || name == NULL) continue;
        if (mark == &own_mark) {
            if (first != NULL) report(first, name);
            return;
        }
        if (first == NULL) first = name;
    }
}

bool wiring_is_in_program(void) {
    const wiring_header_t *header = (const wiring_header_t *)_dyld_get_image_header(0);
    unsigned long size = 0;
    return header == NULL || getsectiondata(header, "__DATA", "__wiring", &size) == (const void *)&own_mark;
}

#else
#error "Wiring cannot detect a second copy of itself on this platform: it supports ELF and Mach-O images."
#endif
