// The handler of fatal signals, and alternate stacks for it.
#pragma once
#include "ct_log.h"

// Installs the handler for SEGV BUS ILL TRAP ABRT FPE SYS and, for an end in order, TERM INT HUP, writing down for `log`;
// earlier handlers are called afterwards. Signals that are ignored stay so. Calling it again changes only the log.
void ct_arm(ct_log *log);
// Forgets the log (the handler stays and only chains).
void ct_disarm(ct_log *log);
// Whether the handler is writing for this log.
bool ct_is_armed(ct_log *log);

// Gives the calling thread a stack of its own for the handler, so that an overflow of its ordinary one is written down as
// well. A larger one that is there stays. Never given back: a thread that ends takes 64 KiB of address space with it.
bool ct_prepare_thread(void);

// Notes the programs and libraries in memory, so that addresses can be named later. Call after loading more of them.
void ct_note_images(void);
// Build id of the executable as hex, "" where it has none.
void ct_binary_id(char out[72]);
