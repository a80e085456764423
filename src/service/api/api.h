/* api.h - the handlers of the calls that docs/http-api.md describes, for the table of routes. The
 * context of each is the service. */
#ifndef SERVICE_API_H
#define SERVICE_API_H

#include "service/games/model/game.h"

struct service;

/* api_games.c */
void api_create(http_request *request, void *context);
void api_get(http_request *request, void *context);
void api_events(http_request *request, void *context);
void api_layouts(http_request *request, void *context);
void api_opponents(http_request *request, void *context);

/* api_lobby.c */
void api_seeks(http_request *request, void *context);
void api_games(http_request *request, void *context);

/* api_actions.c */
void api_move(http_request *request, void *context);
void api_resign(http_request *request, void *context);
void api_decline(http_request *request, void *context);
void api_claim(http_request *request, void *context);
void api_draw(http_request *request, void *context);
void api_takeback(http_request *request, void *context);
void api_pause(http_request *request, void *context);
void api_resume(http_request *request, void *context);
void api_rematch(http_request *request, void *context);
void api_join(http_request *request, void *context);
void api_chat(http_request *request, void *context);
void api_link_account(http_request *request, void *context);

/* api_conditional.c */
void api_conditional(http_request *request, void *context);
void api_set_conditional(http_request *request, void *context);
void api_remove_conditional(http_request *request, void *context);

/* api_account.c: what needs a password */
void api_sign_up(http_request *request, void *context);
void api_sign_in(http_request *request, void *context);
void api_change_account(http_request *request, void *context);
void api_close_account(http_request *request, void *context);
void api_set_address(http_request *request, void *context);
void api_reset_password(http_request *request, void *context);

/* api_address.c: addresses of accounts */
void api_confirm_address(http_request *request, void *context);
void api_remove_address(http_request *request, void *context);
void api_forgotten(http_request *request, void *context);
/* Whether the server sends mail, and more mails may be sent for this client. False: it has its
 * response. */
bool address_require_mail(struct service *service, http_request *request);
bool address_admit_client(struct service *service, http_request *request);

/* api_admin.c: for `paua admin` on this machine */
void api_admin(http_request *request, void *context);

/* api_logins.c: sessions and tokens */
void api_sign_out(http_request *request, void *context);
void api_end_sessions(http_request *request, void *context);
void api_end_session(http_request *request, void *context);
void api_create_token(http_request *request, void *context);
void api_end_token(http_request *request, void *context);

/* api_users.c: accounts as they are read */
void api_session(http_request *request, void *context);
void api_account(http_request *request, void *context);
void api_export_account(http_request *request, void *context);
void api_account_games(http_request *request, void *context);
void api_user(http_request *request, void *context);
void api_user_games(http_request *request, void *context);

/* api_mail.c: mails that have come */
void api_mail(http_request *request, void *context);
void api_mail_answer(http_request *request, void *context);

/* api_tournaments.c */
void api_create_tournament(http_request *request, void *context);
void api_tournaments(http_request *request, void *context);
void api_tournament(http_request *request, void *context);
void api_join_tournament(http_request *request, void *context);
void api_leave_tournament(http_request *request, void *context);
void api_start_tournament(http_request *request, void *context);
void api_cancel_tournament(http_request *request, void *context);

/* api_command.c */
void api_command(http_request *request, void *context);

/* api_ratings.c */
void api_standings(http_request *request, void *context);
void api_user_ratings(http_request *request, void *context);

/* api_messages.c: between people */
void api_messages(http_request *request, void *context);
void api_conversation(http_request *request, void *context);
void api_write_message(http_request *request, void *context);
void api_mark_messages(http_request *request, void *context);
void api_remove_messages(http_request *request, void *context);
void api_remove_message(http_request *request, void *context);

/* api_blocks.c */
void api_blocks(http_request *request, void *context);
void api_block(http_request *request, void *context);
void api_unblock(http_request *request, void *context);
void api_report(http_request *request, void *context);

/* api_subscriptions.c, notice_stream.c */
void api_subscriptions(http_request *request, void *context);
void api_subscribe(http_request *request, void *context);
void api_unsubscribe(http_request *request, void *context);
void api_account_events(http_request *request, void *context);

/* settings.c */
void api_settings(http_request *request, void *context);
void api_change_settings(http_request *request, void *context);

/* reminders.c */
void api_reminders(http_request *request, void *context);
void api_mark_reminders(http_request *request, void *context);

/* api_vacation.c */
void api_vacation(http_request *request, void *context);
void api_set_vacation(http_request *request, void *context);
void api_end_vacation(http_request *request, void *context);

/* analysis.c, review.c */
void api_analysis(http_request *request, void *context);
void api_review(http_request *request, void *context);

/* openings.c */
void api_openings(http_request *request, void *context);

/* records.c */
void api_records(http_request *request, void *context);

/* api_export.c */
void api_game_apgn(http_request *request, void *context);
void api_game_json(http_request *request, void *context);
void api_game_svg(http_request *request, void *context);
void api_game_png(http_request *request, void *context);

/* table.c */
void api_table(http_request *request, void *context);

/* api_server.c */
void api_server(http_request *request, void *context);

/* metrics.c */
void api_health(http_request *request, void *context);
void api_ready(http_request *request, void *context);
void api_metrics(http_request *request, void *context);

/* The game that the path names by its id, or by its number where whoever asks plays it or it is
 * public; held for the caller. NULL: the client has its response. */
struct game *request_game(struct service *service, http_request *request);

#endif /* SERVICE_API_H */
