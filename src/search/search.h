/* search.h - one searching thread of an engine: where it is and what it remembers. */
#ifndef SEARCH_SEARCH_H
#define SEARCH_SEARCH_H

#include <stdatomic.h>

#include <paua/search.h>

#include "eval/eval.h"
#include "rules/kernel.h"
#include "search/busy.h"
#include "search/news.h"
#include "search/tt.h"

/* Depth, then ejections until both sides have run out of marbles. */
#define SEARCH_PLIES    (PAUA_DEPTH_MAX + 2 * PAUA_CELLS_MAX)
#define SEARCH_INFINITE 32000
#define SEARCH_KEYS     4096 /* low bits of a move: which one it is, without its effect */
#define SEARCH_STARTS   512  /* lower bits yet: its cell and direction */

_Static_assert(EVAL_SCORE_MOST < PAUA_SCORE_FORCED, "no evaluation is a forced win");

/* A solved board that the engine may look into. */
struct tablebase {
    const paua_table *table; /* borrowed */
    paua_probe *probe;       /* owned */
    bool applies;            /* board and rules are those of the current search */
};

/* A line from the root, and its score. */
struct root_line {
    int score;
    int seldepth;
    int count;
    paua_move moves[PAUA_DEPTH_MAX];
};

/* Which moves did well, from search to search, by what this thread has judged and what others told it (news.h). */
struct experience {
    int32_t history[PAUA_PLAYERS_MAX][SEARCH_KEYS];
    paua_move counters[PAUA_SIDES][SEARCH_KEYS]; /* what refuted this move of that side */
    /* how well a line's move from a cell did after the move before, and after one's own last */
    int16_t follow[NEWS_BACK][SEARCH_STARTS][SEARCH_STARTS];
};

struct worker {
    const paua_board
        *board; /* borrowed, as are the next six, which all threads of an engine share */
    const struct eval *eval;
    struct tt *tt;
    struct busy *busy; /* NULL when there is no other thread, as is the next */
    struct news *news; /* of all threads, in the order of `id` */
    atomic_bool *stop;
    _Atomic uint64_t *helper_nodes; /* nodes of the threads that help, by the thousand */
    int id;                         /* 0: the first thread, whose limits count */
    int threads;                    /* how many search, with this one */
    const struct kernel *kernel;
    struct tablebase *tablebases; /* owned */
    int tablebase_count;

    struct experience experience;
    struct accumulator_stack *accumulators; /* owned; what makes scoring quick */

    uint8_t reductions[64][64]; /* plies less for late moves, by depth and moves before */
    int centre_gain
        [SEARCH_KEYS]; /* half steps that a move brings its marbles nearer to the centre */

    /* of the current search */
    const paua_game *game; /* borrowed */
    paua_rules rules;
    paua_position position;
    paua_limits limits;
    int64_t started_ms;
    uint64_t nodes;
    uint64_t listens_at;             /* so many nodes: when it reads the news of the others next, */
    uint64_t seen[PAUA_THREADS_MAX]; /* and what it has read of each */
    int seldepth;
    bool can_stop; /* depth 1 is done */
    bool stopped;
    int root_side;
    int blind;          /* of a level that errs: how much it overlooks, else 0 */
    uint64_t sight;     /* and what that is drawn from, else 0 */
    uint64_t tb_hits;   /* positions that solved boards have told */
    bool tb_applies;    /* one of them is of this game */
    bool tb_root;       /* the root is in it, and so is all that can follow */
    bool tb_blocked;    /* a position of the past may stand between the root and its win */
    bool tb_decided;    /* what it says of the root holds for the game */
    paua_method method; /* the one in use */
    paua_move excluded[PAUA_MOVES_MAX]; /* root moves that better lines begin with (multipv) */
    int excluded_count;
    struct root_line lines[PAUA_MOVES_MAX]; /* these, the best first */
    uint64_t path[SEARCH_PLIES + 1];        /* keys of the positions from the root to here */
    paua_move played[SEARCH_PLIES + 1];     /* the moves between them; PAUA_NO_MOVE: not known */
    int evals[SEARCH_PLIES + 1];            /* static scores for the side to move */
    paua_move killers[SEARCH_PLIES + 1][2];
    paua_move pv[SEARCH_PLIES + 1][SEARCH_PLIES + 1];
    int pv_length[SEARCH_PLIES + 1];
};

/* Alpha-beta over `depth` plies from worker->position, `ply` plies from the root, in the window
 * (alpha, beta). The result means nothing when worker->stopped is set. */
int search_node(struct worker *worker, int ply, int depth, int alpha, int beta);

/* Best-reply search or max^n (worker->method) over `depth` plies from the root, of the moves that the game
 * allows and that are not excluded: the best score for the side to move, its line in worker->pv[0]. */
int many_root(struct worker *worker, int depth);

/* The same by plain alpha-beta. */
int plain_root(struct worker *worker, int depth);

/* The score for the root's side of the position after one of his moves, which is made and unmade, by each
 * method. */
int search_after(struct worker *worker, paua_move move, int depth);
int many_after(struct worker *worker, paua_move move, int depth);
int plain_after(struct worker *worker, paua_move move, int depth);

/* A move by chance; the game is not over. */
paua_move plain_draw(struct worker *worker, paua_search_info *info);

/* Finds out what solved boards can say in this search; the engine is set up at the root. */
void tb_set_up(struct worker *worker);

/* Whether a solved board tells the score of the position, at least as well as a search of this depth would;
 * worker->tb_applies. */
bool tb_score(struct worker *worker, int ply, int depth, int *score);

/* Lengthens the line in worker->pv[0] by best play, up to the end of the game or of the room. */
void tb_extend_pv(struct worker *worker);

/* Gives a thread the tables that the engine was given (search.h): PAUA_OK, or PAUA_NO_MEMORY with nothing changed. */
paua_status tb_use_tables(struct worker *worker, const paua_table *const *tables, int count);
void tb_free(struct tablebase *tablebases, int count);

/* Whether it is alpha-beta with a table and all else, of one sort or another. */
static inline bool search_is_for_two(const struct worker *worker)
{
    return worker->method == PAUA_METHOD_DEFAULT || worker->method == PAUA_METHOD_FULL;
}

/* Parts that all methods share. */
uint64_t search_nodes(const struct worker *worker); /* of all threads */
int search_draw_score(const struct worker *worker); /* this and the next two: alpha-beta alone */
int search_stuck_score(const struct worker *worker, int ply);

/* Whether the game is over here for another reason than a lack of moves; *score is then its value. */
bool search_is_over(const struct worker *worker, int ply, int *score);
void search_enter(struct worker *worker, int ply,
                  uint64_t key); /* counts a node, looks at the limits */
void search_extend_pv(struct worker *worker, int ply, paua_move move);
bool search_excluded(const struct worker *worker, int ply, paua_move move);

/* Whether the position occurred `times` times before in this line or, since the last ejection, in the game (R13),
 * looking at every `step`-th position back. Mostly once is enough: who could repeat once could do it again. */
bool search_repeats(const struct worker *worker, int ply, int step, int times);

/* Whether what the table knows settles a node with this window. */
bool tt_cuts_off(const struct tt_hit *hit, int score, int depth, int alpha, int beta);

/* Forced scores count plies from the root; in the table they count from the position. */
int score_to_tt(int score, int ply);
int score_from_tt(int score, int ply);

/* Deepens until a limit is reached; `each` as for paua_engine_search(). Returns the best move of the last depth that was
 * finished; its line, as *best tells, is in worker->pv[0]. */
paua_move search_deepen(struct worker *worker, paua_search_info *best, paua_search_callback each,
                        void *context);

#define ORDER_FIRST (1 << 30) /* the number of the move that was best before */

/* Gives each move of the list a number: the higher, the earlier it should be tried. */
void order_moves(const struct worker *worker, const paua_move_list *list, int ply, paua_move first,
                 int *scores);

/* Moves the best of the moves from `from` on to the place `from`. */
void order_pick(paua_move_list *list, int *scores, int from);

/* Whether what has happened speaks for a move with this number. */
bool order_is_good(int score);

/* Notes that a move refuted the position `ply` plies from the root, after `tried` others did not. */
void order_reward(struct worker *worker, const paua_move *moves, int tried, int ply, int depth);

/* The same for one move of one player, without blame for others. */
void order_credit(struct worker *worker, int side, paua_move move, int ply, int depth);

/* Takes over what other threads have judged since it was last asked. */
void order_listen(struct worker *worker);

/* Old experience counts, but less, from now on. */
void order_fade(struct experience *experience);

/* Chooses a move as a player of limits->level does; the engine is set up at the root. */
paua_move level_choose(struct worker *worker, paua_search_info *info);

/* Settles what is overlooked in this turn; worker->limits and the position are those of the root. */
void level_set_up(struct worker *worker);

/* Leaves in the list what a level that errs sees; the list is one of the side to move. */
void level_overlook(const struct worker *worker, paua_move_list *list);

/* Completes limits with those of the level. */
void level_limit(paua_limits *limits);

/* Whether the level plays otherwise than by the best move found. */
bool level_errs(int level);

#endif
