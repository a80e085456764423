/* graph.c - the graph of play from one constellation. */
#include <stdlib.h>
#include <string.h>

#include "draw/palette.h"
#include "study/study_output.h"

/* Orders constellations by Black's cells, then by White's, for qsort(). */
static int compare_boards(const void *a, const void *b)
{
    const paua_constellation *left = a, *right = b;
    if (left->black != right->black)
        return left->black < right->black ? -1 : 1;
    return left->white == right->white ? 0 : left->white < right->white ? -1 : 1;
}

/* The number of different constellations, whoever is to move: the boards of "Solving Abalone on
 * Small Boards", Theorem 3.5. -1: out of memory. */
static int count_boards(const paua_graph *graph)
{
    int nodes = paua_graph_nodes(graph), boards = 0;
    paua_constellation *list = calloc((size_t)nodes, sizeof *list);

    if (!list)
        return -1;
    for (int i = 0; i < nodes; i++)
        list[i] = paua_graph_node(graph, i)->at;
    qsort(list, (size_t)nodes, sizeof *list, compare_boards);
    for (int i = 0; i < nodes; i++)
        boards += i == 0 || compare_boards(&list[i - 1], &list[i]) != 0;
    free(list);
    return boards;
}

/* One line a node: number, constellation, side to move, value, remoteness, depth, successors. */
static void print_text(const struct study *study, const paua_graph *graph, int boards)
{
    fprintf(study->to, "nodes %d boards %d edges %d\n", paua_graph_nodes(graph), boards,
            paua_graph_edges(graph));
    for (int i = 0; i < paua_graph_nodes(graph); i++) {
        const paua_node *node = paua_graph_node(graph, i);
        study_name name;
        study_small remoteness;
        fprintf(study->to, "%d %s %s %s %s depth %d to", i, study_name_of(study, node->at, name),
                study_sides[node->side], study_words[node->value],
                study_remoteness(node->value, node->remoteness, "-", remoteness), node->depth);
        for (int edge = node->first; edge < node->first + node->edges; edge++) {
            int to = paua_graph_edge(graph, edge)->to;
            if (to < 0)
                fputs(" end", study->to);
            else
                fprintf(study->to, " %d", to);
        }
        fputc('\n', study->to);
    }
}

static const char *boolean_text(bool is)
{
    return is ? "true" : "false";
}

/* One row for an edge; the column `to` is empty when the move ends the game. */
static void print_csv_edge(const struct study *study, const paua_graph *graph, int from,
                           const paua_edge *edge)
{
    const paua_node *node = paua_graph_node(graph, from);
    const paua_choice *choice = &edge->choice;
    char move[PAUA_MOVE_TEXT_MAX], number[16] = "";
    study_name name, to;
    study_small remoteness;

    paua_move_format(study->oracle.board, choice->move, move, sizeof move);
    if (edge->to >= 0)
        snprintf(number, sizeof number, "%d", edge->to);
    fprintf(study->to, "%d,%s,%s,%d,%s,%d,%s,%s,%s,%s,%s,%s,%s\n", from,
            study_name_of(study, node->at, name), study_sides[node->side], node->depth, move,
            choice->moves, number, study_name_of(study, choice->to, to),
            study_categories[choice->value],
            study_remoteness(choice->value, choice->remoteness, "", remoteness),
            boolean_text(choice->ends), boolean_text(choice->safe), boolean_text(choice->best));
}

/* One row an edge; a node without moves appears only as the target of others. */
static void print_csv(const struct study *study, const paua_graph *graph)
{
    fputs(
        "from,constellation,side,depth,move,moves,to,to_constellation,category,distance,ends,safe,"
        "best\n",
        study->to);
    for (int i = 0; i < paua_graph_nodes(graph); i++) {
        const paua_node *node = paua_graph_node(graph, i);
        for (int edge = node->first; edge < node->first + node->edges; edge++)
            print_csv_edge(study, graph, i, paua_graph_edge(graph, edge));
    }
}

/* One edge as a JSON object; "to" is null when the move ends the game. */
static void print_json_edge(const struct study *study, int from, const paua_edge *edge)
{
    const paua_choice *choice = &edge->choice;
    char move[PAUA_MOVE_TEXT_MAX], number[16] = "null";
    study_small remoteness;

    paua_move_format(study->oracle.board, choice->move, move, sizeof move);
    if (edge->to >= 0)
        snprintf(number, sizeof number, "%d", edge->to);
    fprintf(
        study->to,
        "{\"from\":%d,\"to\":%s,\"move\":\"%s\",\"moves\":%d,\"category\":\"%s\",\"distance\":%s,"
        "\"ends\":%s,\"safe\":%s,\"best\":%s}",
        from, number, move, choice->moves, study_categories[choice->value],
        study_remoteness(choice->value, choice->remoteness, "null", remoteness),
        boolean_text(choice->ends), boolean_text(choice->safe), boolean_text(choice->best));
}

/* One object with the lists "nodes" and "edges", written piece by piece: a graph may be large. */
static void print_json(const struct study *study, const paua_graph *graph, int boards)
{
    fprintf(study->to, "{\"boards\":%d,\"nodes\":[", boards);
    for (int i = 0; i < paua_graph_nodes(graph); i++) {
        const paua_node *node = paua_graph_node(graph, i);
        study_name name;
        study_small remoteness;
        fprintf(study->to,
                "%s{\"node\":%d,\"constellation\":\"%s\",\"side\":\"%s\",\"category\":\"%s\","
                "\"distance\":%s,\"depth\":%d}",
                i ? "," : "", i, study_name_of(study, node->at, name), study_sides[node->side],
                study_categories[node->value],
                study_remoteness(node->value, node->remoteness, "null", remoteness), node->depth);
    }
    fputs("],\"edges\":[", study->to);
    for (int i = 0; i < paua_graph_nodes(graph); i++) {
        const paua_node *node = paua_graph_node(graph, i);
        for (int edge = node->first; edge < node->first + node->edges; edge++) {
            fputs(edge ? "," : "", study->to);
            print_json_edge(study, i, paua_graph_edge(graph, edge));
        }
    }
    fputs("]}\n", study->to);
}

/* For Graphviz: nodes in the colour of who wins, safe edges solid. */
static void print_dot(const struct study *study, const paua_graph *graph)
{
    static const char *const fills[] = {
        "fillcolor=\"#" PALETTE_TEXT(WHITE) "\", fontcolor=\"#" PALETTE_TEXT(
            INK) "\"", /* White wins */
        "fillcolor=\"#" PALETTE_TEXT(NEUTRAL) "\", fontcolor=\"#" PALETTE_TEXT(
            PAPER) "\"", /* nobody */
        "fillcolor=\"#" PALETTE_TEXT(BLACK) "\", fontcolor=\"#" PALETTE_TEXT(
            PAPER) "\"", /* Black wins */
    };

    fputs("digraph play {\n  node [shape=box, style=filled, fontname=Helvetica];\n", study->to);
    for (int i = 0; i < paua_graph_nodes(graph); i++) {
        const paua_node *node = paua_graph_node(graph, i);
        int winner = study_winner(node->value, (int)node->side);
        study_name name;
        study_small words;
        fprintf(study->to, "  n%d [label=\"%d\\n%s\\n%s %s\", %s];\n", i, i,
                study_name_of(study, node->at, name), study_sides[node->side],
                study_result(node->value, node->remoteness, words),
                fills[winner < 0             ? 1
                      : winner == PAUA_BLACK ? 2
                                             : 0]);
    }
    for (int i = 0; i < paua_graph_nodes(graph); i++) {
        const paua_node *node = paua_graph_node(graph, i);
        for (int edge = node->first; edge < node->first + node->edges; edge++) {
            const paua_edge *to = paua_graph_edge(graph, edge);
            study_small move;
            if (to->to < 0)
                fprintf(study->to, "  e%d [shape=plaintext, style=\"\", label=\"end\"];\n", edge);
            fprintf(study->to, "  n%d -> %c%d [label=\"%s\"%s];\n", i, to->to < 0 ? 'e' : 'n',
                    to->to < 0 ? edge : to->to, study_move(study, &to->choice, move),
                    to->choice.safe ? "" : ", style=dashed");
        }
    }
    fputs("}\n", study->to);
}

/* A figure's panels: one a node, then one for each move that ends the game. */
struct drawing {
    paua_panel *panels;
    paua_link *links;
    paua_position *positions;
    study_small *titles, *results, *moves;
    int panel_count;
};

/* Reserves a panel for every edge too, since each may end the game. The caller calls drawing_free()
 * even after a failure. */
static bool drawing_new(struct drawing *drawing, int nodes, int edges)
{
    size_t panels = (size_t)nodes + (size_t)edges;
    drawing->panels = calloc(panels, sizeof *drawing->panels);
    drawing->links = calloc((size_t)edges + 1, sizeof *drawing->links);
    drawing->positions = calloc((size_t)nodes, sizeof *drawing->positions);
    drawing->titles = calloc((size_t)nodes, sizeof *drawing->titles);
    drawing->results = calloc((size_t)nodes, sizeof *drawing->results);
    drawing->moves = calloc((size_t)edges + 1, sizeof *drawing->moves);
    drawing->panel_count = nodes;
    return drawing->panels && drawing->links && drawing->positions && drawing->titles &&
           drawing->results && drawing->moves;
}

static void drawing_free(struct drawing *drawing)
{
    free(drawing->panels);
    free(drawing->links);
    free(drawing->positions);
    free(drawing->titles);
    free(drawing->results);
    free(drawing->moves);
}

/* The panel of a node: its board, the side to move and the result for it; the root is framed. */
static paua_status fill_node(const struct study *study, const paua_node *node, int i,
                             struct drawing *drawing)
{
    static const char *const sides[] = {"Black", "White"};

    snprintf(drawing->titles[i], sizeof drawing->titles[i], "%d", i);
    study_result(node->value, node->remoteness, drawing->results[i]);
    drawing->panels[i] =
        (paua_panel){.position = &drawing->positions[i],
                     .how = {.coordinates = i == 0},
                     .title = drawing->titles[i],
                     .bands = {{(int)node->side, sides[node->side]},
                               {study_winner(node->value, (int)node->side), drawing->results[i]}},
                     .band_count = 2,
                     .framed = i == 0};
    return paua_study_position(&study->oracle, node->at, node->side, &drawing->positions[i]);
}

/* The link of an edge; a move that ends the game gets a panel of its own that names the winner. */
static void fill_edge(const struct study *study, const paua_node *node, int from, int i,
                      const paua_edge *edge, struct drawing *drawing)
{
    static const char *const words[] = {"Black wins", "White wins"};
    int to = edge->to;

    if (to < 0) {
        to = drawing->panel_count++;
        drawing->panels[to] =
            (paua_panel){.bands = {{(int)node->side, words[node->side]}}, .band_count = 1};
    }
    study_move(study, &edge->choice, drawing->moves[i]);
    drawing->links[i] = (paua_link){from, to, drawing->moves[i],
                                    study->play == PAUA_PLAY_ALL && !edge->choice.safe};
}

/* Draws the graph in layers, each node as a board, with the moves on the links. */
static int draw_graph(const struct study *study, const paua_graph *graph)
{
    static const char *const kinds[] = {"play", "safe play", "best play"};
    int nodes = paua_graph_nodes(graph), edges = paua_graph_edges(graph);
    char title[PAUA_POSITION_TEXT_MAX + 32];
    study_name name;
    struct drawing drawing;
    int code = drawing_new(&drawing, nodes, edges) ? EXIT_DONE : complain_memory();

    for (int i = 0; i < nodes && code == EXIT_DONE; i++) {
        const paua_node *node = paua_graph_node(graph, i);
        paua_status status = fill_node(study, node, i, &drawing);
        if (status != PAUA_OK)
            code = study_complain(study, status);
        for (int edge = node->first; edge < node->first + node->edges; edge++)
            fill_edge(study, node, i, edge, paua_graph_edge(graph, edge), &drawing);
    }
    snprintf(title, sizeof title, "The graph of %s from %s", kinds[study->play],
             study_name_of(study, paua_graph_node(graph, 0)->at, name));
    const paua_figure_plan plan = {
        .board = study->oracle.board,
        .title = title,
        .note = study->play == PAUA_PLAY_ALL
                    ? "fields: whose turn, and the result for him; unsafe moves are dashed"
                    : "fields: whose turn, and the result for him",
        .arrangement = PAUA_ARRANGEMENT_LAYERS,
        .panels = drawing.panels,
        .panel_count = drawing.panel_count,
        .links = drawing.links,
        .link_count = edges};
    if (code == EXIT_DONE)
        code = study_print_figure(study, &plan);
    drawing_free(&drawing);
    return code;
}

/* Writes the graph in the format of the study. Returns an exit code. */
static int print_graph(const struct study *study, const paua_graph *graph)
{
    int boards = count_boards(graph);

    if (boards < 0)
        return complain_memory();
    switch (study->format) {
    case STUDY_TEXT:
        print_text(study, graph, boards);
        break;
    case STUDY_CSV:
        print_csv(study, graph);
        break;
    case STUDY_JSON:
        print_json(study, graph, boards);
        break;
    case STUDY_DOT:
        print_dot(study, graph);
        break;
    case STUDY_SVG:
    case STUDY_TIKZ:
        return draw_graph(study, graph);
    }
    return EXIT_DONE;
}

int study_graph(struct study *study)
{
    const paua_constellation at = {study->position.marbles[PAUA_BLACK],
                                   study->position.marbles[PAUA_WHITE]};
    paua_graph *graph;
    paua_status status = paua_graph_new(&study->oracle, at, (paua_side)study->position.to_move,
                                        study->play, (int)study->limit, &graph);

    if (status == PAUA_ERROR_UNSUPPORTED)
        return complain_with(
            EXIT_USAGE, "the graph has more than %lld nodes, expected a larger --limit%s",
            (long long)study->limit, study->play == PAUA_PLAY_BEST ? "" : " or --play best");
    if (status != PAUA_OK)
        return study_complain(study, status);
    int code = print_graph(study, graph);
    paua_graph_free(graph);
    return code;
}
