/* distributed.h - the state of a distributed solve, as one process of the group has it.
 *
 * The records of a layer are divided into as many parts as there are processes, each of the same
 * number of whole blocks (table/format.h), so that slot / part size is the process that holds a
 * record. A process keeps its parts of all layers one after the other. All processes lay them
 * out alike, so that an address of 32 bits names a record in whichever process holds it, and is
 * all that a message contains. Values that do not fit a byte are in an overflow table of that
 * process, by address.
 *
 * "Together": all processes make this call, which waits for all of them, and get the same
 * status.
 */
#ifndef DISTRIBUTED_DISTRIBUTED_H
#define DISTRIBUTED_DISTRIBUTED_H

#include <paua/lab/peers.h>

#include "solve/state.h"

/* This process's part of a layer. */
struct distributed_part {
    struct layer *layer; /* borrowed; has no values of its own */
    const struct distributed_part
        *mirror; /* of the layers that moves lead to, as in struct layer */
    const struct distributed_part *below;
    uint64_t slots;      /* of each part; the last ones may have fewer, or none */
    uint64_t base;       /* address of a part's first record */
    uint64_t first, end; /* slots of this part */
};

/* Addresses that go to other processes, and what comes from them; as much room for each.
 *
 * For questions the same loop runs twice over the same positions: first it queues an address for
 * each record it needs; when the answers are there, it reads them in the same order. */
struct distributed_messages {
    uint32_t room; /* for one process */
    uint32_t *out, *in;
    uint32_t *count;        /* owned; of out, by process */
    bool full;              /* one more position may not fit */
    bool wide;              /* there are overflow values: an answer has four bytes instead of one */
    bool answered;          /* this is the second run */
    uint16_t *asked;        /* owned; processes in the order in which they were asked */
    uint64_t next;          /* question */
    uint32_t *answers_read; /* owned; by process */
    size_t *out_bytes, *in_bytes; /* owned */
};

/* One loop over a part, and its results. */
struct distributed_walk {
    const struct distributed_part *part;
    struct distributed_messages *messages;
    uint8_t *values;           /* of all parts */
    struct overflow *overflow; /* by address */
    int value;                 /* of the records that are propagated or settled */
    bool failed;               /* a position has too many moves for a byte */
    uint64_t found;            /* records propagated, or wrong */
    /* the first wrong records: slots and what they hold */
    struct overflow_entry faults[LAYER_FAULTS_MAX];
    uint64_t wins, losses; /* positions before symmetry */
    int longest;           /* plies of a win */
    /* constellations by 3 * result when own begins + result when opp begins; 0, 1, 2: draw, win,
     * loss */
    uint64_t classes[9];
    uint64_t self_negative;
};

/* Does slots from .. to-1, or fewer where the messages are full. Returns the first slot that is
 * not done. */
typedef uint64_t distributed_step(struct distributed_walk *walk, uint64_t from, uint64_t to);

/* The loops, for any processor and for x86-64-v3. */
struct distributed_kernel {
    distributed_step *begin; /* asks; step 1 of layer_source.h: first bytes */
    /* asks; losses get the later value of an ejection that delays them */
    distributed_step *settle;
    /* sends the address of each predecessor, once for each such move */
    distributed_step *propagate;
    distributed_step *finish;   /* step 3: draws, results */
    distributed_step *verify;   /* asks; finds wrong records */
    distributed_step *classify; /* asks; counts outcome classes */
};

enum { DISTRIBUTED_VALUE_MAX = 1 << 30 }; /* a larger one has not come from a solve */

enum distributed_stage { DISTRIBUTED_BEGIN, DISTRIBUTED_SETTLE, DISTRIBUTED_PROPAGATE };

struct paua_distributed {
    struct paua_solve *solve; /* owned; its layers have no values */
    paua_solve_options options;
    paua_peers peers;
    const struct distributed_kernel *kernel;
    struct distributed_part parts[LAYERS_MAX * LAYERS_MAX]; /* in the order of solve->order */
    uint8_t *values;                                        /* owned */
    uint64_t bytes;                                         /* of them */
    struct overflow overflow; /* owned; values that do not fit, by address */
    uint64_t *each; /* owned; the numbers that distributed_share() collected last, by process */
    struct distributed_messages messages;
    uint64_t sent;
    /* progress */
    int solved;          /* layers */
    int stage;           /* of those that come next; a distributed_stage */
    int layer;           /* which of them, 0 or 1 */
    int remoteness;      /* in plies */
    uint64_t cursor;     /* slots of the part that are done */
    uint64_t propagated; /* positions at this remoteness */
    int generation;      /* of the last checkpoint */
    int64_t saved_ms;
    paua_status fault; /* found by this process, not yet known to the others */
    bool broken;       /* the connection of the processes is lost */
    atomic_bool stop;
};

/* One loop over the parts of all processes. */
struct distributed_phase {
    distributed_step *step;
    bool asks;  /* the step asks for records; otherwise it sends updates */
    bool keeps; /* checkpoints may be written in it */
    const char *name;
    paua_solve_callback callback;
    void *context;
};

/* Runs a step over the parts of all processes, from first + *cursor on; together. */
paua_status distributed_rounds(struct paua_distributed *group, struct distributed_walk *walk,
                               const struct distributed_phase *phase, uint64_t *cursor);

/* Returns the worst status of all processes, and in *left the sum of theirs; left may be NULL.
 * Together. */
paua_status distributed_agree(struct paua_distributed *group, paua_status status, uint64_t *left);

/* Sums numbers over all processes; together. False: the group is broken. */
bool distributed_sum(struct paua_distributed *group, uint64_t *numbers, int count);

/* Each process contributes a number; together. Afterwards group->each has them all. False: the
 * group is broken. */
bool distributed_share(struct paua_distributed *group, uint64_t number);

/* Replaces a number by the greatest of all processes; together. False: the group is broken. */
bool distributed_max(struct paua_distributed *group, uint64_t *number);

/* Notes the longest loss of a solved layer; together. False: the group is broken. */
bool distributed_find_longest_loss(struct paua_distributed *group,
                                   const struct distributed_part *part);

/* Exchanges the messages, messages.out_bytes for each process; together. False: the group is
 * broken. */
bool distributed_exchange(struct paua_distributed *group);

/* The buffer of addresses that go to a process. */
static inline uint32_t *distributed_out(const struct distributed_messages *messages, int process)
{
    return messages->out + (size_t)process * messages->room;
}

/* The buffer of what came from a process. */
static inline uint32_t *distributed_in(const struct distributed_messages *messages, int process)
{
    return messages->in + (size_t)process * messages->room;
}

/* Writes a checkpoint; together. A failure is ignored: the next one may succeed. */
void distributed_save(struct paua_distributed *group);

#endif
