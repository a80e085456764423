/* book.c - chooses a move from the counts that `paua openings` shows. */
#include "ugi/book.h"

#include <stdio.h>

#include "cli/store.h"
#include "service/computer/opening_moves.h"
#include "store/open.h"

/* Games of even score that every move is taken to have besides its own. */
static const double prior_games = 10;

/* The mean score of a move, drawn towards a half. */
static double record_of(const struct opening_move *move)
{
    double decided = (double)opening_move_decided(move);
    return decided > 0
               ? (opening_move_score(move) * decided + 0.5 * prior_games) / (decided + prior_games)
               : 0.5;
}

/* The best of the moves that were made often enough. */
static bool choose_move(const paua_game *game, const struct opening_moves *moves,
                        struct book_move *out)
{
    double best = BOOK_SCORE_MIN;
    bool found = false;
    for (int i = 0; i < moves->used; i++) {
        const struct opening_move *move = &moves->list[i];
        double record = record_of(move);
        if (move->count.times < BOOK_GAMES_MIN || record < best || (found && record == best) ||
            !paua_game_legal(game, move->move))
            continue;
        *out = (struct book_move){move->move, move->count.times, opening_move_score(move)};
        best = record;
        found = true;
    }
    return found;
}

bool book_find_move(const paua_game *game, struct book_move *out, char message[BOOK_MESSAGE_MAX])
{
    char place[STORE_PATH_BYTES], why[STORE_MESSAGE_MAX];
    bool stale = false;
    archive *games;

    message[0] = '\0';
    if (store_path_default(place, false) != 0)
        return false;
    paua_status status = archive_open(place, ARCHIVE_READ, &games, why);
    if (status != PAUA_OK) {
        if (status != PAUA_ERROR_NOT_FOUND)
            snprintf(message, BOOK_MESSAGE_MAX, "%.200s", why);
        return false;
    }
    struct opening_moves moves;
    opening_moves_begin(&moves, paua_game_board(game), paua_game_rules(game),
                        paua_game_position(game));
    if (index_check(games, &stale) != PAUA_OK ||
        (!stale && opening_moves_add(&moves, games, ARCHIVE_TEXTS) != PAUA_OK))
        snprintf(message, BOOK_MESSAGE_MAX, "%.200s", archive_failure(games));
    else if (stale)
        snprintf(message, BOOK_MESSAGE_MAX, "counts of another version: call paua openings once");
    archive_close(games);
    opening_moves_end(&moves);
    return !message[0] && choose_move(game, &moves, out);
}
