/* checksum.h - checksums of rows: 64 bits that are stored with what they are of. They are
 * SipHash-2-4 (Aumasson and Bernstein) without a secret: they find what a disk does to a file, not
 * who forges one.
 */
#ifndef STORE_CHECKSUM_H
#define STORE_CHECKSUM_H

#include <stdint.h>

/* What a checksum is of: where its chain begins. */
enum checksum_kind {
    CHECKSUM_GAME = 1,
    CHECKSUM_EVENT,
    CHECKSUM_STATE,
    CHECKSUM_MESSAGE,
    CHECKSUM_REPORT,
    CHECKSUM_TOURNAMENT
};

/* Return the chain with one more value. */
uint64_t checksum_add_text(uint64_t sum, const char *text);
uint64_t checksum_add_number(uint64_t sum, int64_t number);

#endif /* STORE_CHECKSUM_H */
