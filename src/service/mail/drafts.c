/* drafts.c - the texts of mails about accounts. */
#include "service/mail/drafts.h"

#include <stdio.h>

const char *draft_confirm(const char *name, const char *code, char body[DRAFT_SIZE])
{
    snprintf(body, DRAFT_SIZE,
             "Somebody, probably you, wants mail for the account %s to come here.\n"
             "\n"
             "To confirm that, enter this code on your account's page, or as the command\n"
             "change address CODE where you are signed in:\n"
             "\n"
             "  %s\n"
             "\n"
             "It is good for %d hours. If you do not know of this, do nothing: no more mail\n"
             "will come.\n",
             name, code, MAIL_CONFIRM_HOURS);
    return "Confirm your address";
}

const char *draft_reset(const char *name, const char *code, char body[DRAFT_SIZE])
{
    snprintf(body, DRAFT_SIZE,
             "Somebody, probably you, has forgotten the password of the account %s.\n"
             "\n"
             "To choose a new one, enter this code on the page of the server:\n"
             "\n"
             "  %s\n"
             "\n"
             "It is good for %d minutes, and only once. If you do not know of this, do nothing:\n"
             "your password stays as it is.\n",
             name, code, MAIL_RESET_HOURS * 60);
    return "A new password";
}

const char *draft_moved(const char *name, const char *masked, char body[DRAFT_SIZE])
{
    snprintf(body, DRAFT_SIZE,
             "Mail for the account %s no longer comes here%s%s.\n"
             "\n"
             "If this was not you, sign in and change your password, or ask whoever runs the\n"
             "server.\n",
             name, *masked ? ", but goes to " : "", masked);
    return "Your address was changed";
}

const char *draft_welcome(const char *name, char body[DRAFT_SIZE])
{
    snprintf(body, DRAFT_SIZE,
             "Mail for the account %s comes here from now on.\n"
             "\n"
             "You can play by answering this mail: write commands, one on a line, such as\n"
             "\n"
             "  games\n"
             "  help\n"
             "  help mail\n"
             "\n"
             "The address that you answer to is yours alone: whoever has it can play for you,\n"
             "so do not pass it on. Each mail brings a new one, which is good for %d days.\n",
             name, MAIL_REPLY_DAYS);
    return "Play by mail";
}

const char *draft_interrupted(void)
{
    return "The server ended while it carried out the commands of your mail: some of them may be\n"
           "done, others not. Nothing is done twice. Look where you are, with the commands games\n"
           "and show, and send what is missing once more.\n";
}

const char *draft_expired(void)
{
    return "Your mail came to an address that is too old, so nothing in it was carried out.\n"
           "Send it again as an answer to this mail: that brings a new address.\n";
}

const char *draft_stranger(void)
{
    return "This server plays Abalone. It has got a mail from you, but not at an address that it\n"
           "gave to you, so nothing in it was carried out. What From says is not enough: anybody\n"
           "can write anything there.\n"
           "\n"
           "signup: to play, make an account on the page of the server, and set your mail address\n"
           "there. The mail that comes then can be answered.\n"
           "\n"
           "help: commands go into an answer to a mail of the server, one on a line, such as\n"
           "games, show GAME or move GAME c5,d5. The answer to help lists them all. An address\n"
           "lasts for some weeks, and until you change your password: answer the newest mail.\n";
}
