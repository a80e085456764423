"""Figures that the documents repeat, as limits, costs and times, are those of the code."""
import re
import unittest

from constants import ROOT, evaluate

WORDS = {"two": 2, "three": 3, "five": 5, "ten": 10, "twice": 2, "quarter": 4, "tenth": 10, "twentieth": 20, "an hour": 1, "a minute": 1}

# Figures of documents: a pattern whose groups are numbers, then for each group a constant, or an expression of constants.
FIGURES = {
    "docs/http-api.md": (
        (r"a new game counts as \| (\d+) requests", "CREATE_COST"),
        (r"a message, a report, or conditional moves count as \| (\d+) requests", "CHAT_COST"),
        (r"a message, a report, or conditional moves count as \| (\d+) requests", "CONDITIONAL_COST"),
        (r"a list of games counts as \| (\d+) requests", "LIST_COST"),
        (r"an analysis or a review counts as \| (\d+) requests", "ANALYSIS_COST"),
        (r"a look at a table or at the openings counts as \| (\d+) requests", "TABLE_COST"),
        (r"a look at a table or at the openings counts as \| (\d+) requests", "OPENINGS_COST"),
        (r"read from text counts as \| (\d+) requests and one more for each (\d+) KiB", "RECORD_COST", "RECORD_COST_BYTES / 1024"),
        (r"a PNG counts as \| (\d+) requests and one more for each ([\d,]+) pixels", "PNG_COST", "PNG_COST_PIXELS"),
        (r"a command counts as \| (\d+) requests, those of its calls, and one more for each (\d+) KiB", "COMMAND_COST",
         "COMMAND_COST_BYTES / 1024"),
        (r"ending a session or a token counts as \| (\d+) requests", "SIGN_OUT_COST"),
        (r"a change of a tournament counts as \| (\d+) requests and one more for each (\d+)", "TOURNAMENT_COST", "TOURNAMENT_COST_GAMES"),
        (r"a move counts as \| (\d+) requests where a computer above level (\d+)", "SEARCH_COST + 1", "QUICK_LEVEL_MAX"),
        (r"such a computer counts as \| (\d+) requests; one of computers alone as (\d+)", "CREATE_COST + SEARCH_COST",
         "CREATE_COST + ALONE_COST"),
        (r"a list of those that are over as (\d+), a new one as (\d+)", "LIST_COST + FINISHED_COST", "CREATE_COST"),
        (r"a password \(sign up, sign in, change, close\) counts as \| (\d+)", "PASSWORD_COST"),
        (r"conditional moves of a seat \| (\d+)", "CONDITIONAL_NODES_MAX"),
        (r"A tree has at most (\d+) moves", "CONDITIONAL_NODES_MAX"),
        (r"messages of one seat, which the store counts \| (\d+) in (\d+) seconds", "CHAT_BURST", "CHAT_BURST_MS / 1000"),
        (r"A seat may send (\d+) messages in (\d+) seconds", "CHAT_BURST", "CHAT_BURST_MS / 1000"),
        (r"to all of those \| (\d+) in a minute; (\d+); (\d+) in a day", "MESSAGES_MINUTE", "MESSAGES_STRANGER", "MESSAGES_STRANGERS"),
        (r"An account writes (\d+) messages in a minute, (\d+) in a day to somebody from whom it has no message \(any more\), and (\d+) in a day",
         "MESSAGES_MINUTE", "MESSAGES_STRANGER", "MESSAGES_STRANGERS"),
        (r"messages that a box keeps \| (\d+)", "MESSAGES_KEPT"),
        (r"Its box keeps the newest (\d+)", "MESSAGES_KEPT"),
        (r"events that are kept for it \| (\d+); (\d+)", "SUBSCRIPTIONS_MAX", "NOTICES_KEPT"),
        (r"An account follows at most (\d+) games", "SUBSCRIPTIONS_MAX"),
        (r"The server keeps the last (\d+) events", "NOTICES_KEPT"),
        (r"reports of one account \| (\d+) in an hour", "REPORTS_HOUR"),
        (r"from an address in all \| (\d+); (\d+) in (\d+) minutes", "NAME_ATTEMPTS_MAX", "CLIENT_ATTEMPTS_MAX", "WRONG_PASSWORD_MS / 60000"),
        (r"sign-ins of an account from an address \| (\d+) in (\d+) minutes", "SIGN_INS_MAX", "SIGN_IN_MS / 60000"),
        (r"passwords that wait for their hash \| (\d+), of one address (\d+)", "PASSWORDS_WAITING", "PASSWORDS_CLIENT_WAITING"),
        (r"looks at the openings that wait \| (\d+), of one address (\d+)", "openings.c:WAITING_MAX", "openings.c:CLIENT_WAITING_MAX"),
        (r"body \| (\d+) KiB; of `POST /records` (\d+) KiB", "BODY_MAX_BYTES / 1024", "1024 + 1024 / 8"),
        (r"the target and the headers together have more than (\d+) KiB", "CONNECTION_MEMORY / 1024"),
        (r"over (\d+) bytes, or over (\d+) arguments", "MESSAGE_TARGET_MAX", "MESSAGE_ARGUMENTS_MAX"),
        (r"the newest (\d+) messages: `event`", "CHAT_KEPT"),
        (r"`plies` 0 stands for (\d+)", "GAME_PLIES_MAX"),
        (r"(\w+) of his challenges may wait for the same person", "CHALLENGES_WAITING_MAX"),
        (r"and (\d+) a day go to people who have neither accepted", "CHALLENGES_STRANGERS"),
        (r"to the server and back takes, 0 to (\d+)", "LAG_MAX_MS"),
        (r"at most (\d+) for each move, and in a game (\d+) and a (tenth) of the time", "CLOCK_LAG_MAX_MS", "LAG_GAME_MS", "LAG_GAME_SHARE"),
        (r"`claim` is a (twentieth) of the time for a game, or (two) turns, but (\d+) to (\d+) seconds", "CLAIM_GAME_SHARE", "CLAIM_TURNS",
         "CLAIM_MIN_MS / 1000", "CLAIM_MAX_MS / 1000"),
        (r"or two turns, but at least (\d+) minutes", "FIRST_MOVE_MIN_MS / 60000"),
        (r"not begun after (\d+) days, one in which a person whose clock stands is to move after (\d+), of a correspondence game after (\d+)",
         "IDLE_BEGIN_MS / 86400000", "IDLE_MS / 86400000", "CLOCK_CORRESPONDENCE_TURN / CLOCK_DAY_MS"),
        (r"an empty line, every (\d+) seconds", "HEARTBEAT_SECONDS"),
        (r"limit in milliseconds, 1 to (\d+)", "ANALYSIS_TIME_MAX_MS"),
        (r"limit in nodes, 1 to ([\d,]+)", "ANALYSIS_NODES_MAX"),
        (r"how many best lines, 1 to (\d+)", "ANALYSIS_LINES_MAX"),
        (r"Without a limit the search takes (\w+) seconds, and never more than (\w+)\.", "ANALYSIS_TIME_MS / 1000", "ANALYSIS_TIME_MAX_MS / 1000"),
        (r"threats together add a (quarter)", "THREAT_SHARE"),
        (r"nodes a move: ([\d,]+) to ([\d,]+), in all about ([\d,]+)", "MOVE_NODES_MIN", "MOVE_NODES_MAX", "review.c:NODES"),
        (r"`too_long` \(more than (\d+) moves\)", "REVIEW_MOVES_MAX"),
        (r"with a move in the last (\d+) minutes", "LOBBY_LIVE_MS / 60000"),
        (r"these, up to (\d+)", "IDS_MAX"),
        (r"The first two lists have at most (\d+) games", "LOBBY_SHOWN"),
        (r"A password has (\d+) characters or more, and (\d+) bytes at most", "PASSWORD_MIN", "PASSWORD_MAX_BYTES"),
        (r"A name has (\d+) to (\d+) letters", "ACCOUNT_NAME_MIN", "ACCOUNT_NAME_MAX"),
        (r"A session ends (\d+) days after its last use; an account has at most (\d+)\.", "SESSION_DAYS", "SESSIONS_MAX"),
        (r"`DELETE /account/tokens/ID` ends it. An account has at most (\d+)", "accounts.h:TOKENS_MAX"),
        (r"`label` \(1 to (\d+) characters\)", "TOKEN_LABEL_MAX"),
        (r"Codes have (\d+) letters and digits", "MAIL_TOKEN_SIZE"),
        (r"That of an address is good for (\d+) hours", "MAIL_CONFIRM_HOURS"),
        (r"that of a password for (an hour), while", "MAIL_RESET_HOURS"),
        (r"In an hour (\w+) codes go to an address, (\w+) are sent for an account, and (\w+) for a forgotten password; a client may ask for (\d+)",
         "ADDRESS_CODES_MAX", "ACCOUNT_CODES_MAX", "ACCOUNT_RESETS_MAX", "CLIENT_RESETS_MAX"),
        (r"how many games the account plays at once, up to (\d+)", "SETTINGS_GAMES_MAX"),
        (r"after a third of the time of the turn, (\d+) days at most", "REMIND_MAX_MS / CLOCK_DAY_MS"),
        (r"`\{\"games\": \[\{\"id\": \"GkysjnDL\", \"turn\": 16\}\]\}`, up to (\d+):", "REMINDERS_MAX"),
        (r"`most` \| 1 to (\d+) \(1000\)", "CURVE_MAX"),
        (r"`most` \| 1 to (\d+) \(50\)", "STANDINGS_MAX"),
        (r"of a Swiss: 1 to (\d+); when", "TOURNAMENT_ROUNDS_MAX"),
        (r"optional: 2 to (\d+) \(200\)", "PAIRING_PLAYERS_MAX"),
        (r"An account has at most (\d+) tournaments that are not over, the server (\d+)", "TOURNAMENTS_OWNER_MAX", "TOURNAMENTS_MAX"),
        (r"the longer side in pixels, 16 to (\d+) \((\d+)\)", "PNG_SIZE_MAX", "PNG_SIZE"),
        (r"move GkysjnDL c5,d5\"\}`, at most (\d+) bytes", "COMMAND_LINE_MAX"),
        (r"`text` \(([\d,]+) bytes at most\) queues", "ANSWER_MAX"),
        (r"the last (\d+) lines, without requests", "RECENT_LOG_LINES"),
        (r"`Idempotency-Key`, 1 to (\d+) characters", "IDEMPOTENCY_KEY_MAX"),
        (r"at least (\d+) characters, made at random", "CREATION_KEY_MIN"),
        (r"pause of computers alone \| a (quarter) of a second", "1000 / WATCHED_PAUSE_MS"),
    ),
    "docs/operations.md": (
        (r"a client has (two) seconds for a request instead of `--request-time`", "CROWDED_MS / 1000"),
        (r"In a path `\*` stands for each segment of more than (\d+) characters", "SEGMENT_MAX"),
        (r"a silent stream has a line every (\d+) s", "HEARTBEAT_SECONDS"),
        (r"a target over (\d+) bytes, or with over (\d+) arguments", "MESSAGE_TARGET_MAX", "MESSAGE_ARGUMENTS_MAX"),
        (r"the same in a file over (\d+) MB", "SQLITE_FILE_LARGE_BYTES >> 20"),
        (r"`the database has not answered for (\d+) ms`", "STORE_DEADLINE_MS"),
        (r"Up to (\d+) `paua serve` processes share one", "STORE_SLOTS"),
        (r"(\d+) may wait \(`paua_passwords_waiting`\), (\d+) of one address, (\d+) of one", "PASSWORDS_WAITING", "PASSWORDS_CLIENT_WAITING",
         "PASSWORDS_WAITING * 3 / 4"),
        (r"tried again after (\d+) seconds, then twice as long, up to an hour; after (five) days", "PAUSE_FIRST_MS / 1000",
         "GIVE_UP_MS / 86400000"),
        (r"`paua mail` reads a mail in a process of its own, which has (\d+) MB, (ten) seconds", "MEMORY_BYTES >> 20", "READ_SECONDS"),
        (r"its socket, (\d+) MB, and (a minute) of the processor", "MEMORY_BYTES >> 20", "COMPOSE_SECONDS / 60"),
        (r"Strangers get an explanation: (two) an hour for an address, (\d+) for all", "STRANGER_MAX", "STRANGERS_MAX"),
        (r"the last (\d+) lines of the running server's log", "RECENT_LOG_LINES"),
        (r"a time of (\d+) to (\d+) seconds, so that", "event_stream.c:RETRY_MS / 1000", "(event_stream.c:RETRY_MS + RETRY_SPREAD_MS) / 1000"),
        (r"the last (ten) minutes are of one run", "DATE_SET_MS / 60000"),
        (r"`cannot be read: Input/output error`, once in (\d+) s", "FAILURE_LOG_MS / 1000"),
        (r"the rated games of (\d+) days, those of no more", "PAIR_GAME_KEPT_MS / 86400000"),
    ),
    "docs/architecture.md": (
        (r"those of the HTTP server \(2 to (\d+)\)", "server.c:THREADS_MAX"),
        (r"other moves up to (\d+); as many at nice (\d+)", "MOVE_WORKERS_MAX", "BACKGROUND_NICE"),
        (r"The pool is bounded: (\d+) workers for analyses at nice (\d+)", "ANALYSIS_WORKERS", "ANALYSIS_NICE"),
    ),
    "docs/ratings.md": (
        (r"Two accounts have (\w+) games that count in (\d+) hours", "RATING_PAIR_GAMES", "RATING_PAIR_MS / 3600000"),
        (r"Of these ten games (\w+) may be short: they end before each player has made (\w+) moves", "RATING_PAIR_SHORT", "RATED_SHORT_ROUNDS"),
        (r"And (\w+) may be from one address", "RATING_PAIR_SAME_ADDRESS"),
        (r"there are (\w+) pauses at most", "RATED_PAUSES"),
        (r"everybody has had (\w+) turns by then", "RATED_ROUNDS"),
        (r"at least (\w+) others in his (\d+) newest games", "RATING_OPPONENTS_MIN", "RATING_OPPONENTS_NEWEST"),
        (r"rating (\d+), deviation (\d+), volatility ([\d.]+) \|", "GLICKO_RATING", "GLICKO_DEVIATION", "GLICKO_VOLATILITY"),
        (r"limits \| rating (\d+) to (\d+), deviation (\d+) to 350, volatility at most ([\d.]+)", "GLICKO_RATING_MIN", "GLICKO_RATING_MAX",
         "GLICKO_DEVIATION_MIN", "GLICKO_VOLATILITY_MAX"),
        (r"while the deviation is over (\d+)", "RATING_SURE"),
        (r"system constant tau \| ([\d.]+),", "TAU"),
        (r"in units of (\d+) days", "RATING_PERIOD_MS / 86400000"),
        (r"time for (\d+) turns of one player", "RATING_TURNS"),
    ),
    "docs/commands.md": (
        (r"does no harm\. (\w+) of them, as plain text", "MAIL_COMMANDS_MAX"),
        (r"It is good for (\d+) days and ends when", "MAIL_REPLY_DAYS"),
        (r"get an explanation, (twice) an hour at most", "STRANGER_MAX"),
        (r"days for a move; (\d+) without `-rules`", "DAYS_DEFAULT"),
    ),
    "docs/tournaments.md": (
        (r"\*\*Swiss\*\*: 1 to (\d+) rounds", "TOURNAMENT_ROUNDS_MAX"),
        (r"how many may play \(up to (\d+)\)", "PAIRING_PLAYERS_MAX"),
    ),
}


def number_of(text):
    """A number as a document writes it: "2,000", "ten", "a tenth"."""
    return WORDS[text.lower()] if text.lower() in WORDS else float(text.replace(",", ""))


def read(path):
    return (ROOT / path).read_text(encoding="utf-8")


class FiguresTest(unittest.TestCase):
    def test_figures_of_the_documents(self):
        for path, rows in FIGURES.items():
            text = re.sub(r"\s+", " ", read(path))
            for pattern, *wanted in rows:
                found = set(re.findall(pattern, text))
                self.assertEqual(len(found), 1, f"{path}: {pattern}: {found}")
                groups = found.pop()
                groups = (groups,) if isinstance(groups, str) else groups
                self.assertEqual([number_of(one) for one in groups], [evaluate(one) for one in wanted], f"{path}: {pattern}")

    def test_the_number_of_fuzz_targets(self):
        targets = len(list((ROOT / "tests/fuzz").glob("fuzz_*.c")))
        self.assertIn(f"any bytes to {targets} parsers", read("docs/reliability.md"))


if __name__ == "__main__":
    unittest.main()
