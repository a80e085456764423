/* opening_moves.c - the moves played from a position. An archive counts canonical positions and
 * moves; here they are turned back to the position's orientation. */
#include "service/computer/opening_moves.h"

#include <stdlib.h>
#include <string.h>

/* The entry of a canonical move, or NULL. */
static struct opening_move *find_move(struct opening_moves *moves, paua_move canonical)
{
    for (int i = 0; i < moves->used; i++)
        if (moves->list[i].canonical == canonical)
            return &moves->list[i];
    return NULL;
}

void opening_moves_begin(struct opening_moves *moves, const paua_board *board,
                         const paua_rules *rules, const paua_position *position)
{
    paua_reason reason = paua_position_outcome(board, rules, position).reason;
    paua_move_list list = {.count = 0};

    moves->board = board;
    moves->position = *position;
    moves->key = paua_canonical_key(board, position, &moves->symmetries);
    moves->games = moves->used = 0;
    if (reason != PAUA_REASON_EJECTIONS && reason != PAUA_REASON_CENTRAL)
        paua_moves_generate(board, position, &list);
    for (int i = 0; i < list.count; i++) {
        struct opening_move next = {
            .move = list.moves[i],
            .canonical = paua_canonical_move(board, moves->symmetries, list.moves[i])};
        struct opening_move *same = find_move(moves, next.canonical);

        /* of several moves that are equal, the first by its text */
        paua_move_format(board, next.move, next.text, sizeof next.text);
        if (!same)
            moves->list[moves->used++] = next;
        else if (strcmp(next.text, same->text) < 0)
            *same = next;
    }
}

/* Adds the archive's counts of a canonical move to its entry. */
static bool take_count(const archive_count *count, void *context)
{
    struct opening_moves *moves = context;
    struct opening_move *move = find_move(moves, (paua_move)count->choice);

    if (!move)
        return true;
    move->count.times += count->times;
    for (int i = 0; i < 3; i++)
        move->count.parts[i] += count->parts[i];
    moves->games += count->times;
    return true;
}

paua_status opening_moves_add(struct opening_moves *moves, archive *games,
                              enum archive_source source)
{
    return archive_counts(games, source, moves->key, take_count, moves);
}

/* A game that is being added: which moves it has been counted for. */
struct game_adder {
    struct opening_moves *moves;
    paua_result result;
    bool seen[PAUA_MOVES_MAX];
};

/* A paua_replay_step: counts the move if it is made from the position. */
static void add_step(const paua_board *board, const paua_position *before, paua_move move,
                     void *context)
{
    struct game_adder *adder = context;
    struct opening_moves *moves = adder->moves;
    unsigned symmetries;

    if (paua_canonical_key(board, before, &symmetries) != moves->key)
        return;
    struct opening_move *entry = find_move(moves, paua_canonical_move(board, symmetries, move));
    if (!entry || adder->seen[entry - moves->list])
        return;
    int part = index_part(adder->result, paua_position_team(before, (paua_side)before->to_move));
    adder->seen[entry - moves->list] = true;
    entry->count.times++;
    if (part < 3)
        entry->count.parts[part]++;
    moves->games++;
}

void opening_moves_add_game(struct opening_moves *moves, const paua_game *game)
{
    struct game_adder adder = {.moves = moves, .result = paua_game_outcome(game).result};

    game_each_move(game, add_step, &adder);
}

long long opening_move_decided(const struct opening_move *move)
{
    const uint32_t *parts = move->count.parts;

    return (long long)parts[0] + parts[1] + parts[2];
}

double opening_move_score(const struct opening_move *move)
{
    long long decided = opening_move_decided(move);

    return decided ? (move->count.parts[0] + 0.5 * move->count.parts[1]) / (double)decided : -1.0;
}

/* For qsort(): by number of games, then by score, then by text. */
static int compare_played(const void *a, const void *b)
{
    const struct opening_move *x = a, *y = b;
    double left = opening_move_score(x), right = opening_move_score(y);

    if (x->count.times != y->count.times)
        return x->count.times > y->count.times ? -1 : 1;
    if (left < right || left > right)
        return left > right ? -1 : 1;
    return strcmp(x->text, y->text);
}

void opening_moves_end(struct opening_moves *moves)
{
    int kept = 0;

    for (int i = 0; i < moves->used; i++)
        if (moves->list[i].count.times)
            moves->list[kept++] = moves->list[i];
    moves->used = kept;
    qsort(moves->list, (size_t)kept, sizeof *moves->list, compare_played);
}

json_t *opening_moves_json(const struct opening_moves *moves)
{
    json_t *list = json_array();
    char position[PAUA_POSITION_TEXT_MAX];

    paua_position_format(moves->board, &moves->position, position, sizeof position);
    for (int i = 0; i < moves->used; i++) {
        const struct opening_move *move = &moves->list[i];
        const archive_count *count = &move->count;
        long long decided = opening_move_decided(move);

        json_array_append_new(
            list, json_pack("{s:s, s:I, s:I, s:I, s:I, s:I, s:o}", "move", move->text, "games",
                            (json_int_t)count->times, "wins", (json_int_t)count->parts[0], "draws",
                            (json_int_t)count->parts[1], "losses", (json_int_t)count->parts[2],
                            "unfinished", (json_int_t)(count->times - decided), "score",
                            decided ? json_real(opening_move_score(move)) : json_null()));
    }
    return json_pack("{s:s, s:I, s:o}", "position", position, "games", (json_int_t)moves->games,
                     "moves", list);
}
