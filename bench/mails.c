/* mails.c - what a mail with the picture of a board costs the process that writes it: the
 * processor's time and the bytes, over all layouts, after 0 to 90 random moves, beside those of the
 * same mail without a picture.
 *
 *   bench_mails [MAILS]     how many of each (1000)
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <paua/paua.h>

#include "base/random.h"
#include "mail/draft.h"
#include "mail/picture.h"

enum { PLIES = 90 };

struct mail_cost {
    double total_ms, most_ms;
    size_t total_bytes, most_bytes, most_picture_bytes;
};

static double processor_ms(void)
{
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec * 1e-6;
}

/* A position of a layout after some random moves, with the last of them, and a text of about the
 * length of a mail: the board three times. */
static void make_draft(uint64_t *random, char position[PAUA_POSITION_TEXT_MAX],
                       char move[PAUA_MOVE_TEXT_MAX], char *body, size_t body_size)
{
    const paua_layout *layout =
        paua_layout_at((int)random_below(random, (uint64_t)paua_layout_count()));
    const paua_drawing how = {.size = sizeof how, .last = PAUA_NO_MOVE, .coordinates = true};
    paua_board *board;
    paua_position at;
    size_t used = 0;

    if (paua_board_new(layout->sides[0], layout->sides[1], layout->sides[2], &board) != PAUA_OK ||
        paua_position_parse(board, layout->name, &at, NULL) != PAUA_OK)
        exit(1);
    *move = '\0';
    for (int left = (int)random_below(random, PLIES + 1); left > 0; left--) {
        paua_move_list moves;
        paua_undo undo;
        paua_moves_generate(board, &at, &moves);
        if (!moves.count)
            break;
        paua_move made = moves.moves[random_below(random, (uint64_t)moves.count)];
        paua_move_write(board, &at, PAUA_NOTATION_TRIPLE, made, move, PAUA_MOVE_TEXT_MAX);
        paua_position_make(board, &at, made, &undo);
    }
    paua_position_format(board, &at, position, PAUA_POSITION_TEXT_MAX);
    for (int i = 0; i < 3; i++)
        used += paua_draw_text(board, &at, &how, body + used, body_size - used);
    paua_board_free(board);
}

/* Writes a mail, with its picture if it has a position, and adds its costs. */
static void measure_mail(const struct mail_draft *draft, struct mail_cost *cost)
{
    const double begun = processor_ms();
    struct mail_picture picture = {NULL, 0};
    unsigned char *bytes = NULL;
    size_t size;

    if (*draft->position)
        picture.bytes = bytes = mail_picture_draw(draft->position, draft->move, &picture.size);
    char *mail = mail_draft_write(draft, &picture, &size);
    const double taken = processor_ms() - begun;
    if (!mail || (*draft->position && !bytes))
        exit(1);
    free(mail);
    free(bytes);
    cost->total_ms += taken;
    cost->total_bytes += size;
    if (taken > cost->most_ms)
        cost->most_ms = taken;
    if (size > cost->most_bytes)
        cost->most_bytes = size;
    if (picture.size > cost->most_picture_bytes)
        cost->most_picture_bytes = picture.size;
}

static void print_cost(const char *what, const struct mail_cost *cost, int count)
{
    printf("%-16s %8.2f %8.2f %11zu %11zu %14zu\n", what, cost->total_ms / count, cost->most_ms,
           cost->total_bytes / (size_t)count, cost->most_bytes, cost->most_picture_bytes);
}

int main(int argc, char **argv)
{
    const int count = argc > 1 ? atoi(argv[1]) : 1000;
    struct mail_cost plain = {0}, pictured = {0};
    uint64_t random = 1;

    if (count < 1)
        return 2;
    mail_draft_init();
    for (int i = -1; i < count; i++) { /* one to warm up */
        char position[PAUA_POSITION_TEXT_MAX], move[PAUA_MOVE_TEXT_MAX], body[6000] = "";
        struct mail_draft draft = {
            .from = "paua@club.example",
            .to = "ann@example.org",
            .reply_to = "paua+code@club.example",
            .message_id = "id@club.example",
            .in_reply_to = "",
            .references = "",
            .thread = "game-5fQ2xZ1b",
            .position = "",
            .move = move,
            .subject = "Your turn in game 101 against Zo\xc3\xab",
            .body = body,
            .automatic = "auto-generated",
            .unsubscribe = "paua+code@club.example",
            .unsubscribe_url = "https://club.example/",
            .date_ms = 1795000000000,
        };

        make_draft(&random, position, move, body, sizeof body);
        measure_mail(&draft, &plain);
        draft.position = position;
        measure_mail(&draft, &pictured);
        if (i < 0)
            plain = pictured = (struct mail_cost){0};
    }
    puts("mail              mean ms  most ms  mean bytes  most bytes  picture bytes");
    print_cost("plain", &plain, count);
    print_cost("with a picture", &pictured, count);
    return 0;
}
