#include <paua/rules.h>

#include "board/shape.h"
#include "rules/kernel.h"

/* R10 names six boards; the bounds between them are ours. */
static uint8_t default_win(const paua_board *board)
{
    if (board->cells >= 37)
        return 6;
    return board->cells >= 14 ? 2 : 1;
}

paua_rules paua_rules_solver(const paua_board *board)
{
    return (paua_rules){.win = default_win(board)};
}

paua_rules paua_rules_default(const paua_board *board)
{
    return (paua_rules){.win = default_win(board), .repetition = 3, .quiet = 200};
}

const char *paua_reason_name(paua_reason reason)
{
    static const char *const names[] = {
#define X(code, name, text) name,
        PAUA_REASON_MAP(X)
#undef X
    };
    return (unsigned)reason < PAUA_REASON_COUNT ? names[reason] : "";
}

const char *paua_reason_text(paua_reason reason)
{
    static const char *const texts[] = {
#define X(code, name, text) text,
        PAUA_REASON_MAP(X)
#undef X
    };
    return (unsigned)reason < PAUA_REASON_COUNT ? texts[reason] : "";
}

const char *paua_result_text(paua_result result)
{
    static const char *const texts[] = {"*", "1-0", "0-1", "1/2-1/2"};
    return (unsigned)result <= PAUA_DRAW ? texts[result] : "*";
}

paua_outcome paua_position_outcome(const paua_board *board, const paua_rules *rules,
                                   const paua_position *position)
{
    if (position->ejected[PAUA_BLACK] >= rules->win)
        return (paua_outcome){PAUA_BLACK_WINS, PAUA_BY_EJECTIONS};
    if (position->ejected[PAUA_WHITE] >= rules->win)
        return (paua_outcome){PAUA_WHITE_WINS, PAUA_BY_EJECTIONS};
    if (paua_moves_count(board, position) == 0) {
        paua_result loss = position->to_move == PAUA_BLACK ? PAUA_WHITE_WINS : PAUA_BLACK_WINS;
        return (paua_outcome){rules->stuck_loses ? loss : PAUA_DRAW, PAUA_BY_STUCK};
    }
    if (rules->quiet && position->quiet >= rules->quiet)
        return (paua_outcome){PAUA_DRAW, PAUA_BY_QUIET};
    if (rules->plies && position->ply > rules->plies)
        return (paua_outcome){PAUA_DRAW, PAUA_BY_PLIES};
    return (paua_outcome){PAUA_ONGOING, PAUA_BY_NONE};
}

void paua_moves_generate(const paua_board *board, const paua_position *position,
                         paua_move_list *list)
{
    kernel_for(board)->generate(board, position, list);
}

int paua_moves_count(const paua_board *board, const paua_position *position)
{
    return kernel_for(board)->count(board, position);
}

bool paua_move_legal(const paua_board *board, const paua_position *position, paua_move move)
{
    paua_move_list list;
    paua_moves_generate(board, position, &list);
    for (int i = 0; i < list.count; i++)
        if (list.moves[i] == move)
            return true;
    return false;
}

paua_set paua_move_from(const paua_board *board, paua_move move)
{
    paua_set set = PAUA_SET(paua_move_cell(move)), line = set;
    for (int i = 1; i < paua_move_count(move); i++) {
        set = board_step(&board->shape, set, (int)paua_move_axis(move));
        line |= set;
    }
    return line;
}

paua_set paua_move_to(const paua_board *board, paua_move move)
{
    return board_step(&board->shape, paua_move_from(board, move), (int)paua_move_direction(move));
}

uint64_t paua_perft(const paua_board *board, const paua_rules *rules, const paua_position *position,
                    int depth)
{
    paua_position copy = *position;
    return kernel_for(board)->perft(board, rules->win, &copy, depth);
}

uint64_t paua_perft_make(const paua_board *board, const paua_rules *rules,
                         const paua_position *position, int depth)
{
    paua_position copy = *position;
    return kernel_for(board)->perft_make(board, rules->win, &copy, depth);
}
