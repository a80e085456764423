/* fuzz_http_forwarded.c - lines "NETWORK", "X VALUE" and "F VALUE": whatever a client makes up before
 * what the proxy adds, the client is the address that the proxy has seen. */
#include "fuzz.h"

#include "http/forwarded.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = text_of(data, size), *line = text, *rest;
    struct network proxies[2];
    struct network_address seen, peer;
    struct forwarded forwarded = {.trusted = proxies, .trusted_count = 2};

    REQUIRE(network_parse("10.0.0.1", &proxies[0]));
    rest = strchr(line, '\n');
    if (rest)
        *rest++ = '\0';
    if (!network_parse(line, &proxies[1]))
        proxies[1] = proxies[0];
    REQUIRE(proxies[1].bits <= 128);
    REQUIRE((proxies[1].bits >= 1) == !proxies[1].address.is_user);
    REQUIRE(network_address_read("10.0.0.1", &peer));
    REQUIRE(network_address_read("192.0.2.1", &seen));
    bool valid = true, standard = false;
    for (line = rest; valid && line; line = rest) {
        rest = strchr(line, '\n');
        if (rest)
            *rest++ = '\0';
        standard = line[0] == 'F';
        valid =
            line[0] == '\0' || forwarded_add(&forwarded, standard ? "Forwarded" : "X-Forwarded-For",
                                             line[1] ? line + 2 : line + 1);
    }
    REQUIRE(!valid || !forwarded.forwarded || !forwarded.x_forwarded_for);
    if (valid && !network_list_has(proxies, 2, &seen)) {
        standard = forwarded.forwarded;
        REQUIRE(forwarded_add(&forwarded, standard ? "Forwarded" : "X-Forwarded-For",
                              standard ? "for=192.0.2.1;by=10.0.0.1" : "192.0.2.1"));
        REQUIRE(forwarded.found);
        REQUIRE(!forwarded.client.is_user);
        REQUIRE(memcmp(&forwarded.client.ip, &seen.ip, sizeof seen.ip) == 0);
    }
    REQUIRE(network_client(&forwarded.client, 1).keys[0] != 0);
    free(text);
    return 0;
}
