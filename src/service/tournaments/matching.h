/* matching.h - a matching of largest weight in a graph: pairs of its vertices that are joined by an
 * edge, no vertex in two of them, with the largest sum of the weights of these edges. Pure.
 *
 * By the primal-dual method of Edmonds with blossoms (J. Edmonds, "Maximum matching and a
 * polyhedron with 0,1-vertices", J. Res. NBS 69B, 1965), in O(n^3) steps (Z. Galil, "Efficient
 * algorithms for finding maximum matching in graphs", ACM Computing Surveys 18, 1986).
 */
#ifndef SERVICE_MATCHING_H
#define SERVICE_MATCHING_H

#include <stdbool.h>
#include <stdint.h>

#define MATCHING_WEIGHT_MAX (INT64_C(1) << 59)

struct matching;

/* A graph of vertices 0 .. count - 1 without edges. NULL: out of memory. */
struct matching *matching_new(int count);
void matching_free(struct matching *self); /* NULL is allowed */

/* Joins two vertices; the weight is 1 .. MATCHING_WEIGHT_MAX. */
void matching_join(struct matching *self, int one, int other, int64_t weight);

/* Finds the matching, once: mates[i] is the vertex that i is matched with, or -1. */
void matching_find(struct matching *self, int mates[]);

#endif
