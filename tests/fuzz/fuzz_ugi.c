/* fuzz_ugi.c - any bytes as a line of the Universal Game Interface; what it was taken apart into is
 * put together and read again, and an option is set. */
#include "fuzz.h"

#include "ugi/line.h"
#include "ugi/options.h"

static void check_span(const char *text, struct ugi_span span)
{
    if (span.text)
        REQUIRE(span.text >= text && span.text + span.length <= text + strlen(text));
    else
        REQUIRE(span.length == 0);
    for (size_t i = 0; i < span.length; i++)
        REQUIRE(span.text[i] != '\0');
    if (span.length) {
        REQUIRE(!strchr(" \t\r\n", span.text[0]));
        REQUIRE(!strchr(" \t\r\n", span.text[span.length - 1]));
    }
}

static bool span_same(struct ugi_span a, struct ugi_span b)
{
    return a.length == b.length && (a.length == 0 || !memcmp(a.text, b.text, a.length));
}

/* An option or a position, written the plain way, is the same again. */
static void check_again(const struct ugi_line *line, size_t size)
{
    struct ugi_line again;
    size_t cap = size + 64;
    char *text = malloc(cap);
    bool option = line->kind == UGI_SETOPTION;

    REQUIRE(text);
    snprintf(text, cap, "%s%.*s%s%.*s",
             option              ? "setoption name "
             : line->name.length ? "position fen "
                                 : "position startpos",
             (int)line->name.length, line->name.length ? line->name.text : "",
             option ? " value " : " moves ", (int)line->value.length,
             line->value.length ? line->value.text : "");
    ugi_line_read(text, &again);
    REQUIRE(again.kind == line->kind);
    REQUIRE(span_same(again.name, line->name));
    REQUIRE(span_same(again.value, line->value));
    free(text);
}

static void check_go(const struct ugi_go *go)
{
    REQUIRE(go->depth >= 0 && go->nodes >= 0 && go->movetime >= 0);
    for (int i = 0; i < UGI_PLAYERS; i++)
        REQUIRE(go->clock[i] >= -1 && go->increment[i] >= 0);
}

/* An option is set, or refused with a reason. */
static void check_option(const struct ugi_line *line)
{
    static struct ugi_options options;
    char message[192] = "", rules[UGI_RULES_TEXT_MAX];
    enum ugi_effect effect;

    ugi_options_default(&options);
    bool set = ugi_options_set(&options, line->name, line->value, &effect, message, sizeof message);
    REQUIRE(set == (message[0] == '\0'));
    REQUIRE(memchr(options.table_path, '\0', sizeof options.table_path));
    REQUIRE(memchr(options.net_path, '\0', sizeof options.net_path));
    REQUIRE(ugi_options_rules(&options, rules)[0] != '\0');
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = text_of(data, size);
    struct ugi_line line;

    memset(&line, 0xaa, sizeof line);
    ugi_line_read(text, &line);
    REQUIRE(line.kind <= UGI_BAD);
    REQUIRE(memchr(line.message, '\0', sizeof line.message));
    REQUIRE((line.kind == UGI_BAD) == (line.message[0] != '\0'));
    check_span(text, line.name);
    check_span(text, line.value);
    if (line.kind == UGI_SETOPTION || line.kind == UGI_POSITION)
        check_again(&line, size);
    if (line.kind == UGI_SETOPTION)
        check_option(&line);
    if (line.kind == UGI_GO)
        check_go(&line.go);
    if (line.kind == UGI_PERFT)
        REQUIRE(line.number >= 1 && line.number <= 99);
    free(text);
    return 0;
}
