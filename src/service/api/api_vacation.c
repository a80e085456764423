/* api_vacation.c - reads, takes and ends the vacation of an account. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/api/api.h"
#include "service/api/instance.h"
#include "service/core/date.h"
#include "service/core/request.h"
#include "service/core/response.h"
#include "json/json_text.h"

#define EARLY_MS ((int64_t)60 * 1000)          /* a beginning this long ago counts as now */
#define LATE_MS  ((int64_t)366 * CLOCK_DAY_MS) /* the latest beginning and end from now */

/* A change of a vacation, until it is committed. */
struct vacation_setting {
    char account[ACCOUNT_ID_SIZE + 1];
    store_vacation was; /* of which it was made; without the account */
};

/* After a failure it is not known what the store has. */
static void on_changed(paua_status status, void *data, void *context)
{
    struct service *service = context;
    const struct vacation_setting *change = data;

    if (status == PAUA_ERROR_IO)
        vacations_reload(service->games.vacations);
    else
        vacations_refresh(service->games.vacations, change->account);
    if (status == PAUA_ERROR_CONFLICT)
        accounts_forget_logins(service->accounts); /* the account may be closed */
}

/* Commits a vacation, which was made of `was`, and responds with it. `on_conflict` makes it again
 * of what is stored then. */
static void commit_vacation(struct service *service, http_request *request, const char *account,
                            const store_vacation *was, const store_vacation *vacation,
                            const struct env_dates *dates,
                            bool (*on_conflict)(http_request *request, void *data, void *context))
{
    char *json = json_write_text(vacation_json(vacation, dates, service->config.vacation_days),
                                 JSON_COMPACT);
    struct vacation_setting *change = json ? malloc(sizeof *change) : NULL;

    if (!change) {
        free(json);
        respond_no_memory(request);
        return;
    }
    change->was = *was;
    snprintf(change->account, sizeof change->account, "%s", account);

    store_vacation row = *vacation;
    row.account = account;
    store_batch *batch = store_batch_new();
    batch_set_vacation(batch, was, &row);
    respond_committed(&service->env, request, batch,
                      &(struct committed_response){.status = 200,
                                                   .json = json,
                                                   .respond_conflict = on_conflict,
                                                   .on_committed = on_changed,
                                                   .data = change,
                                                   .context = service});
}

/* Reads what is stored of the account that sends a request, and its vacation by the date. `tried`:
 * an attempt that conflicted, or NULL. False: the request has its response. */
static bool read_stored(struct service *service, http_request *request,
                        const struct vacation_setting *tried, const struct env_dates *dates,
                        struct login *login, store_vacation *was, store_vacation *now)
{
    if (!accounts_require(service->accounts, request, 0, login))
        return false;
    paua_status status = store_vacation_read(service->env.store, login->account, was);
    *now = *was;
    vacation_set_year(now, dates);
    if (status != PAUA_OK)
        respond_read_error(request, status);
    else if (tried && vacation_is_same(&tried->was, was)) /* nothing has changed: it is damaged */
        respond_unwritable(&service->env, request);
    else
        return true;
    return false;
}

static void api_read_vacation(http_request *request, void *context)
{
    struct service *service = context;
    const struct env_dates dates = env_dates(&service->env);
    store_vacation vacation;
    struct login login;

    if (!accounts_require(service->accounts, request, SCOPE_READ, &login))
        return;
    vacations_read(service->games.vacations, login.account, &dates, &vacation);
    respond_json(request, 200, vacation_json(&vacation, &dates, service->config.vacation_days));
}

/* Reads a date. Absent: *out stays as it is. */
static bool read_date(json_t *body, const char *name, int64_t *out, struct api_error *error)
{
    json_t *value = json_object_get(body, name);
    const char *text = json_string_value(value);

    return !value || (text && date_parse(text, out)) ||
           api_error_set(error, 400, "bad_request",
                         "%s: expected a date such as 2026-11-23T12:48:36Z", name);
}

/* The days that a vacation takes of the allowance, rounded up. */
static int days_between(int64_t from_ms, int64_t to_ms)
{
    return to_ms > from_ms ? (int)((to_ms - from_ms + CLOCK_DAY_MS - 1) / CLOCK_DAY_MS) : 0;
}

/* Takes a vacation from `from_ms` to `to_ms`. It begins by the later date: now is that one. */
static bool plan_vacation(store_vacation *vacation, const struct env_dates *dates, int64_t from_ms,
                          int64_t to_ms, int allowance, struct api_error *error)
{
    const enum vacation_phase phase = vacation_phase(vacation, dates);
    const int64_t now_ms = dates->later_ms;
    int days = days_between(from_ms, to_ms);

    if (phase == VACATION_PLANNED || phase == VACATION_RUNNING)
        return api_error_set(error, 409, "on_vacation",
                             "there is one already: end it first, or change nothing");
    if (from_ms < now_ms - EARLY_MS || from_ms > now_ms + LATE_MS)
        return api_error_set(error, 409, "no_vacation", "from: expected a date within a year");
    if (to_ms <= from_ms || to_ms > now_ms + LATE_MS)
        return api_error_set(error, 409, "no_vacation",
                             "to: expected a date after the beginning, within a year");
    if (vacation->days + days > allowance)
        return api_error_set(error, 409, "no_vacation",
                             "%d days are wanted, of %d in a year %d are left", days, allowance,
                             allowance > vacation->days ? allowance - vacation->days : 0);
    vacation->begins_ms = from_ms < now_ms ? now_ms : from_ms;
    vacation->ends_ms = to_ms;
    vacation->spent = false;
    vacation->days += days;
    return true;
}

/* Reads "from", "to" and "auto". */
static bool read_vacation(json_t *body, store_vacation *vacation, const struct env_dates *dates,
                          int allowance, struct api_error *error)
{
    json_t *automatic = json_object_get(body, "auto");
    const bool ends = json_object_get(body, "to") != NULL;
    int64_t from_ms = dates->later_ms, to_ms = 0;

    if (automatic && !json_is_boolean(automatic))
        return api_error_set(error, 400, "bad_request", "auto: expected true or false");
    if (!read_date(body, "from", &from_ms, error) || !read_date(body, "to", &to_ms, error))
        return false;
    if (!automatic && !ends)
        return api_error_set(error, 400, "bad_request", "to: expected the end of the vacation");
    if (automatic)
        vacation->automatic = json_is_true(automatic);
    return (!ends && !json_object_get(body, "from")) ||
           plan_vacation(vacation, dates, from_ms, to_ms, allowance, error);
}

static bool on_set_conflict(http_request *request, void *data, void *context);

/* `tried`: as in read_stored(). */
static void set_vacation(struct service *service, http_request *request,
                         const struct vacation_setting *tried)
{
    static const char *const members[] = {"from", "to", "auto", NULL};
    const struct env_dates dates = env_dates(&service->env);
    store_vacation was, vacation;
    struct api_error error;
    struct login login;

    if (!read_stored(service, request, tried, &dates, &login, &was, &vacation))
        return;
    json_t *body = request_body_object(request, members, &error);
    bool valid =
        body && read_vacation(body, &vacation, &dates, service->config.vacation_days, &error);
    json_decref(body);
    if (valid)
        commit_vacation(service, request, login.account, &was, &vacation, &dates, on_set_conflict);
    else
        respond_api_error(request, &error);
}

static bool on_set_conflict(http_request *request, void *data, void *context)
{
    set_vacation(context, request, data);
    return true;
}

static void api_set_vacation(http_request *request, void *context)
{
    set_vacation(context, request, NULL);
}

/* The days of a vacation that return to the allowance when it ends now: all of a planned one, the
 * whole ones that are left of one that runs; in doubt by the earlier date, so that none is lost. */
static int days_left(const store_vacation *vacation, const struct env_dates *dates)
{
    const bool begun = dates->earlier_ms > vacation->begins_ms;

    if (vacation_phase(vacation, dates) == VACATION_PLANNED)
        return days_between(vacation->begins_ms, vacation->ends_ms);
    return (int)((vacation->ends_ms - (begun ? dates->earlier_ms : vacation->begins_ms)) /
                 CLOCK_DAY_MS);
}

static bool on_end_conflict(http_request *request, void *data, void *context);

/* A vacation that has not begun is cancelled; one that runs ends now, and its whole days that are
 * left return to the allowance. `tried`: as in read_stored(). */
static void end_vacation(struct service *service, http_request *request,
                         const struct vacation_setting *tried)
{
    const struct env_dates dates = env_dates(&service->env);
    store_vacation was, vacation;
    struct login login;

    if (!read_stored(service, request, tried, &dates, &login, &was, &vacation))
        return;

    const enum vacation_phase phase = vacation_phase(&vacation, &dates);
    if (phase == VACATION_PLANNED || phase == VACATION_RUNNING) {
        const int days = vacation.days - days_left(&vacation, &dates);

        vacation.days = days > 0 ? days : 0;
        vacation.begins_ms = 0;
        vacation.ends_ms = VACATION_ENDED_MS;
    }
    commit_vacation(service, request, login.account, &was, &vacation, &dates, on_end_conflict);
}

static bool on_end_conflict(http_request *request, void *data, void *context)
{
    end_vacation(context, request, data);
    return true;
}

static void api_end_vacation(http_request *request, void *context)
{
    end_vacation(context, request, NULL);
}

static const http_route routes[] = {
    {"GET", "/api/1/account/vacation", api_read_vacation, 1},
    {"POST", "/api/1/account/vacation", api_set_vacation, 1},
    {"DELETE", "/api/1/account/vacation", api_end_vacation, 1},
};

const struct route_table vacation_routes = ROUTE_TABLE(routes);
