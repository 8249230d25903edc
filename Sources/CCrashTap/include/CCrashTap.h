// CCrashTap: mapped buffers that outlive their process, the signal handler that writes them out, and the view another
// process takes of them.
#pragma once
#include "ct_crash.h"
#include "ct_log.h"
#include "ct_snapshot.h"
#include "ct_state.h"
#include "ct_thread.h"
