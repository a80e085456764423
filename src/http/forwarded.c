/* forwarded.c - parses X-Forwarded-For, a list of addresses, and Forwarded (RFC 7239). */
#define _GNU_SOURCE
#include "http/forwarded.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#define NODE_MAX 64 /* bytes of an entry; [IPv6]:port takes up to 53 */

/* Skips spaces and tabs. */
static const char *skip_blanks(const char *at)
{
    return at + strspn(at, " \t");
}

/* Whether a character may be in a token (RFC 9110, 5.6.2). */
static bool is_token(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           (c != '\0' && strchr("!#$%&'*+-.^_`|~", c));
}

/* Whether a text is empty or ":PORT"; RFC 7239 allows an obfuscated port. */
static bool port_valid(const char *text)
{
    if (*text == '\0')
        return true;
    if (*text++ != ':' || *text == '\0')
        return false;
    while (is_token(*text))
        text++;
    return *text == '\0';
}

/* Reads an entry: an address, perhaps with a port. False: it is something else. */
static bool read_node(char *node, struct network_address *address)
{
    *address = (struct network_address){.is_user = false};
    if (*node == '[') {
        char *end = strchr(node, ']');

        if (!end || !port_valid(end + 1))
            return false;
        *end = '\0';
        return inet_pton(AF_INET6, node + 1, &address->ip) == 1;
    }
    char *colon = strchr(node, ':');
    /* One colon begins a port; several make an IPv6 address without brackets. */
    if (colon && !strchr(colon + 1, ':')) {
        if (!port_valid(colon))
            return false;
        *colon = '\0';
    }
    return network_address_read(node, address);
}

/* Takes the next entry of the list as the client, unless it is a trusted proxy. */
static void take_node(struct forwarded *forwarded, char *node)
{
    struct network_address address;

    if (!read_node(node, &address)) {
        forwarded->found = false;
    } else if (!forwarded->found ||
               !network_list_has(forwarded->trusted, forwarded->trusted_count, &address)) {
        forwarded->client = address;
        forwarded->found = true;
    }
}

/* Reads a line of X-Forwarded-For. No text there is malformed: whatever a client has written, the
 * proxy's own entry follows the last comma. */
static void read_address_list(struct forwarded *forwarded, const char *at)
{
    char node[NODE_MAX];

    while (*(at = skip_blanks(at)) != '\0') {
        size_t size = strcspn(at, ","), length = size;

        while (length > 0 && (at[length - 1] == ' ' || at[length - 1] == '\t'))
            length--;
        /* A longer entry is no address, and neither is the empty text. */
        snprintf(node, sizeof node, "%.*s", length < sizeof node ? (int)length : 0, at);
        if (length > 0)
            take_node(forwarded, node);
        at += size + (at[size] == ',');
    }
}

/* Copies a token or a quoted string, cut to NODE_MAX: no address is longer. Returns its end; NULL:
 * malformed. */
static const char *read_value(const char *at, char value[NODE_MAX])
{
    bool quoted = *at == '"';
    size_t size = 0;

    for (at += quoted; quoted ? *at != '"' : is_token(*at); at++) {
        at += quoted && *at == '\\';
        if (*at == '\0')
            return NULL;
        if (size + 1 < NODE_MAX)
            value[size++] = *at;
    }
    value[size] = '\0';
    return quoted || size > 0 ? at + quoted : NULL;
}

/* Reads one element of Forwarded, NAME=VALUE;..., up to a comma or the end. NULL: malformed. */
static const char *read_element(struct forwarded *forwarded, const char *at)
{
    bool has_node = false, empty = true;
    char value[NODE_MAX];

    for (;;) {
        const char *name = at = skip_blanks(at);

        while (is_token(*at))
            at++;
        size_t size = (size_t)(at - name);
        if (size > 0) {
            if (*at++ != '=' || !(at = read_value(at, value)))
                return NULL;
            empty = false;
            if (size == 3 && strncasecmp(name, "for", 3) == 0) {
                if (has_node)
                    return NULL;
                take_node(forwarded, value);
                has_node = true;
            }
        }
        at = skip_blanks(at);
        if (*at != ';')
            break;
        at++;
    }
    if (!empty && !has_node)
        forwarded->found = false;
    return *at == ',' || *at == '\0' ? at : NULL;
}

bool forwarded_add(struct forwarded *forwarded, const char *name, const char *value)
{
    if (strcasecmp(name, "X-Forwarded-For") == 0) {
        forwarded->x_forwarded_for = true;
        if (value)
            read_address_list(forwarded, value);
        return !forwarded->forwarded;
    }
    if (strcasecmp(name, "Forwarded") != 0)
        return true;
    forwarded->forwarded = true;
    while (value && *value != '\0') {
        value = read_element(forwarded, value);
        if (value && *value == ',')
            value++;
    }
    return !forwarded->x_forwarded_for && value;
}
