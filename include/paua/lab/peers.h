/* lab/peers.h - a distributed solve: several processes, on one machine or on many.
 *
 * The table is that of a solve by one process (solve.h), byte for byte. Every process holds one
 * part of each layer, a range of its records; it asks the others for their records and sends
 * them updates of predecessors. All processes make the same calls in the same order with the
 * same arguments; calls marked "together" wait for each other and return the same status
 * everywhere.
 *
 * The transport, MPI for instance, is the caller's: it fills a paua_peers.
 *
 * Research: no promise about its functions and structs from one version to the next.
 */
#ifndef PAUA_LAB_PEERS_H
#define PAUA_LAB_PEERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <paua/lab/solve.h>

#ifdef __cplusplus
extern "C" {
#endif

#define PAUA_PEERS_MAX 16384

/* A group of processes as one of them sees it. Both calls are made by all processes together;
 * false means that the group is broken: no further call is made. */
typedef struct paua_peers {
    int rank; /* which one this is, 0 .. size-1 */
    int size; /* how many there are, 1 .. PAUA_PEERS_MAX */

    /* Sends to each process i the out_bytes[i] bytes at out + i * stride; what it has sent here
     * is put at in + i * stride, and how much that is into in_bytes[i]. No count exceeds the
     * stride, which is the same everywhere. For the own rank nothing is sent, whatever out_bytes
     * says; in and in_bytes are left as they are. */
    bool (*exchange)(const void *out, const size_t *out_bytes, void *in, size_t *in_bytes,
                     size_t stride, void *context);

    /* Turns each number into its sum over all processes. */
    bool (*sum)(uint64_t *numbers, int count, void *context);

    void *context; /* borrowed */
} paua_peers;

typedef struct paua_distributed paua_distributed;

/* Prepares a distributed solve; together. The board is borrowed, the peers are copied, their
 * context is borrowed. Of the options, threads must be 1 and method PAUA_SOLVE_RETROGRADE;
 * memory_bytes is for each process; checkpoint is where names of files begin, two for each
 * process. All memory is allocated here. Returns PAUA_OK, PAUA_ERROR_BAD_ARGUMENT (also: peers out
 * of range), PAUA_ERROR_UNSUPPORTED (as paua_solve_new(), or parts of over 4 GiB: more processes
 * are needed), PAUA_ERROR_NO_MEMORY, or PAUA_ERROR_IO (the group is broken). */
PAUA_API paua_status paua_distributed_new(const paua_board *board,
                                          const paua_solve_options *options,
                                          const paua_peers *peers, paua_distributed **out);
PAUA_API void paua_distributed_free(paua_distributed *group); /* NULL is allowed */

/* Bytes that each of `size` processes allocates: its part of all layers, the numbering of the
 * positions, and buffers of at most 48 MiB, or 192 KiB for each process. 0: the solve is not
 * possible. More is needed only for the few remoteness values that do not fit a byte; by process
 * 0, while it writes a table, for those of all and 48 bytes for each 8192 records. *positions is
 * before symmetry; positions may be NULL. */
PAUA_API uint64_t paua_distributed_bytes(const paua_board *board, const paua_solve_options *options,
                                         int size, uint64_t *positions);

/* Solves what is not solved yet; together. Progress is that of this process. Returns as
 * paua_solve_run(), PAUA_ERROR_CORRUPT (an invalid message), or PAUA_ERROR_IO. After
 * PAUA_ERROR_CONFLICT, when one of the processes was stopped, another call by all continues. */
PAUA_API paua_status paua_distributed_run(paua_distributed *group, paua_solve_callback callback,
                                          void *context);

/* Makes the running call return soon in all processes; from any thread, also a signal handler. */
PAUA_API void paua_distributed_stop(paua_distributed *group);

/* Continues from the checkpoint of as many processes; together, before paua_distributed_run().
 * Returns as paua_solve_resume(); PAUA_ERROR_NOT_FOUND: not every process has one. */
PAUA_API paua_status paua_distributed_resume(paua_distributed *group, const char *path);

/* Removes this process's checkpoint files. */
PAUA_API void paua_distributed_forget(const paua_distributed *group);

/* As paua_solve_verify(); together. *bad counts the wrong records of all processes. Afterwards
 * and after paua_distributed_classes() and paua_distributed_write(), PAUA_ERROR_IO and
 * PAUA_ERROR_CORRUPT as for paua_distributed_run(). */
PAUA_API paua_status paua_distributed_verify(paua_distributed *group, paua_solve_callback callback,
                                             void *context, uint64_t *bad);

/* As the calls of a solve; every process knows the first wrong records of all. */
PAUA_API int paua_distributed_faults(const paua_distributed *group);
PAUA_API const paua_solve_fault *paua_distributed_fault_at(const paua_distributed *group, int i);

/* As the calls of a solve: together, and from what all processes know. */
PAUA_API paua_status paua_distributed_classes(paua_distributed *group, paua_class_counts *out);
PAUA_API int paua_distributed_layers(const paua_distributed *group);
PAUA_API paua_layer_counts paua_distributed_layer(const paua_distributed *group, int i);

/* As paua_solve_write(), together: each process compresses its part, the first one writes the
 * file; errno is set there. */
PAUA_API paua_status paua_distributed_write(paua_distributed *group, const char *path);

/* Bytes that this process has sent to others so far. */
PAUA_API uint64_t paua_distributed_sent(const paua_distributed *group);

#ifdef __cplusplus
}
#endif
#endif /* PAUA_LAB_PEERS_H */
