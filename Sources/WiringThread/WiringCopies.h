#ifndef WIRING_COPIES_H
#define WIRING_COPIES_H

#include "WiringThread.h"

/// Writes a warning if another image of the process, loaded earlier, has a copy of this library.
WIRING_OWN void wiring_report_copies(void);

#endif
