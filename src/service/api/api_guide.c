/* api_guide.c - GET /guide: the guide for players (command/guide.h). Its pages never change while
 * the server runs, so they are written once, at the start. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

#include "command/guide.h"
#include "service/api/api.h"
#include "service/api/instance.h"
#include "service/core/response.h"
#include "json/json_text.h"

#define GUIDE_PAGES_MAX 16

struct guide_answers {
    char *list;                   /* owned */
    char *pages[GUIDE_PAGES_MAX]; /* owned; as many as guide_page_at() has */
};

struct guide_answers *guide_answers_new(void)
{
    struct guide_answers *answers = calloc(1, sizeof *answers);

    if (!answers)
        return NULL;
    answers->list = json_write_text(guide_list_json(), JSON_COMPACT);
    bool complete = answers->list != NULL;
    for (int i = 0; guide_page_at(i) && i < GUIDE_PAGES_MAX; i++) {
        answers->pages[i] = json_write_text(guide_page_json(guide_page_at(i)), JSON_COMPACT);
        complete = complete && answers->pages[i];
    }
    if (complete)
        return answers;
    guide_answers_free(answers);
    return NULL;
}

void guide_answers_free(struct guide_answers *answers)
{
    if (!answers)
        return;
    free(answers->list);
    for (int i = 0; i < GUIDE_PAGES_MAX; i++)
        free(answers->pages[i]);
    free(answers);
}

static void api_list_guide(http_request *request, void *context)
{
    struct service *service = context;

    respond_tagged(request, strdup(service->guide->list));
}

static void api_read_guide(http_request *request, void *context)
{
    struct service *service = context;
    const char *name = http_path_parameter(request, 0);

    for (int i = 0; guide_page_at(i); i++) {
        if (strcmp(guide_page_at(i)->name, name) == 0) {
            respond_tagged(request, strdup(service->guide->pages[i]));
            return;
        }
    }
    respond_error(request, 404, "not_found", "there is no page '%.40s'; GET /guide lists them",
                  name);
}

static const http_route routes[] = {
    {"GET", "/api/1/guide", api_list_guide, 1},
    {"GET", "/api/1/guide/*", api_read_guide, 1},
};

const struct route_table guide_routes = ROUTE_TABLE(routes);
