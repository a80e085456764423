/* distance.c - the Levenshtein distance by dynamic programming over one row (Wagner and Fischer,
 * "The String-to-String Correction Problem", 1974), for "did you mean". */
#include "base/distance.h"

#include <string.h>

static int min_int(int x, int y)
{
    return x < y ? x : y;
}

int edit_distance(const char *a, const char *b)
{
    int row[EDIT_DISTANCE_MAX_BYTES + 1];
    size_t length = strlen(a);
    if (length > EDIT_DISTANCE_MAX_BYTES || strlen(b) > EDIT_DISTANCE_MAX_BYTES)
        return EDIT_DISTANCE_MAX_BYTES;
    for (size_t j = 0; j <= length; j++)
        row[j] = (int)j;
    for (size_t i = 1; b[i - 1]; i++) {
        int corner = row[0];
        row[0] = (int)i;
        for (size_t j = 1; j <= length; j++) {
            int best = min_int(corner + (a[j - 1] != b[i - 1]), min_int(row[j], row[j - 1]) + 1);
            corner = row[j];
            row[j] = best;
        }
    }
    return row[length];
}
