#ifndef WIRING_COPIES_H
#define WIRING_COPIES_H

#include "WiringThread.h"

/// Writes a warning if an image that was loaded earlier contains another copy of this library.
WIRING_OWN void wiring_report_copies(void);

#endif
