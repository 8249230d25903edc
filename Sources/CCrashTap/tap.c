#include "CCrashTap.h"
