/* distributed.h - the inside of a distributed solve.
 *
 * The records of a layer are cut into as many parts as there are processes, of equal numbers of whole blocks
 * (table/format.h), so that a record's process is its slot divided by a part's size. A process keeps its
 * parts of all layers one after the other; since parts are equal, a record lies at the same address whichever process has
 * it, and an address of 32 bits is all that a message holds. Values that do not fit a byte stand in a list of the process
 * that has the record, by address.
 */
#ifndef DISTRIBUTED_DISTRIBUTED_H
#define DISTRIBUTED_DISTRIBUTED_H

#include <paua/peers.h>

#include "solve/state.h"

/* This process's part of a layer. */
struct distributed_part {
    struct layer *layer; /* borrowed; has no values of its own */
    const struct distributed_part
        *mirror; /* of the layers that moves lead to, as in struct layer */
    const struct distributed_part *below;
    uint64_t slots; /* of each part; the last ones may have fewer, or none */
    uint64_t base;  /* address of a part's first record */
    uint64_t first, end;
};

/* Addresses on their way, with room for as many to each process. */
struct distributed_messages {
    uint32_t room; /* for one process */
    uint32_t *out, *in;
    uint32_t *count; /* owned; of out, by process */
    bool full;       /* one more position may not fit */
    bool wide; /* overflow values have come: an answer is a number of four bytes, else one byte */
    /* questions: the same loop runs twice, first to ask and, when answers have come, to hear */
    bool answered;
    uint16_t *asked;              /* owned; processes in the order in which they were asked */
    uint64_t next;                /* question, and of each process */
    uint32_t *answers_read;       /* owned */
    size_t *out_bytes, *in_bytes; /* owned */
};

/* One loop over a part, and what it finds. */
struct distributed_walk {
    const struct distributed_part *part;
    struct distributed_messages *messages;
    uint8_t *values;           /* of all parts */
    struct overflow *overflow; /* by address */
    int value;                 /* of the records that are propagated or settled */
    bool failed;               /* a position has too many moves for a byte */
    uint64_t found;            /* propagated, or wrong */
    struct overflow_entry
        faults[LAYER_FAULTS_MAX]; /* the first wrong ones: slots and what they hold */
    uint64_t wins, losses;        /* positions before symmetry */
    int longest;                  /* plies of a win */
    uint64_t
        classes[9]; /* 3 * value when own begins + value when opp does; 0, 1, 2: draw, win, loss */
    uint64_t self_negative;
};

/* Does slots from .. to-1, or fewer when the messages are full; returns the first one that is not done. */
typedef uint64_t distributed_step(struct distributed_walk *walk, uint64_t from, uint64_t to);

/* The loops, for any processor and for x86-64-v3. */
struct distributed_kernel {
    distributed_step *begin;  /* asks; first values */
    distributed_step *settle; /* asks; losses that an ejection puts off get their later value */
    distributed_step
        *propagate;           /* addresses of the predecessors, as often as they have such moves */
    distributed_step *finish; /* draws; adds up results */
    distributed_step *verify; /* asks; wrong records */
    distributed_step *classify; /* asks */
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
    struct overflow overflow; /* owned; those that do not fit, by address */
    uint64_t *each;           /* owned; what each process has said last */
    struct distributed_messages messages;
    uint64_t sent;
    /* how far it is */
    int solved;          /* layers */
    int stage;           /* of those that come next; a distributed_stage */
    int layer;           /* which of them, 0 or 1 */
    int remoteness;      /* in plies */
    uint64_t cursor;     /* slots of the part that are done */
    uint64_t propagated; /* positions at this remoteness */
    int generation;      /* of the last checkpoint */
    int64_t saved_ms;
    paua_status fault; /* found by this process, not propagated yet */
    bool broken;       /* the group */
    atomic_bool stop;
};

/* One loop over the parts of all processes. */
struct distributed_phase {
    distributed_step *step;
    bool asks;  /* else it tells */
    bool keeps; /* checkpoints may be written in it */
    const char *name;
    paua_solve_callback callback;
    void *context;
};

/* Goes through a part from first + *cursor on; together. The status is the same everywhere. */
paua_status distributed_rounds(struct paua_distributed *group, struct distributed_walk *walk,
                               const struct distributed_phase *phase, uint64_t *cursor);

/* The worst status of all processes, and the sum of what is left to do; left may be NULL. Together. */
paua_status distributed_agree(struct paua_distributed *group, paua_status status, uint64_t *left);

/* Sums numbers over all processes; together. False: the group is broken. */
bool distributed_sum(struct paua_distributed *group, uint64_t *numbers, int count);

/* Every process says a number; together. group->each has them all. False: the group is broken. */
bool distributed_share(struct paua_distributed *group, uint64_t number);

/* Replaces a number by the greatest of all processes; together. False: the group is broken. */
bool distributed_max(struct paua_distributed *group, uint64_t *number);

/* Notes the longest loss of a solved layer; together. False: the group is broken. */
bool distributed_find_longest_loss(struct paua_distributed *group,
                                   const struct distributed_part *part);

/* Exchanges messages.out_bytes of what is in messages.out; together. False: the group is broken. */
bool distributed_exchange(struct paua_distributed *group);

static inline uint32_t *distributed_out(const struct distributed_messages *messages, int process)
{
    return messages->out + (size_t)process * messages->room;
}

static inline uint32_t *distributed_in(const struct distributed_messages *messages, int process)
{
    return messages->in + (size_t)process * messages->room;
}

/* Writes a checkpoint; together. What cannot be written now may be later. */
void distributed_save(struct paua_distributed *group);

#endif
