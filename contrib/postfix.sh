#!/bin/sh
# postfix.sh DOMAIN - from now on the Postfix of this machine hands all mail to DOMAIN to `paua mail`. The
# domain is for Paua alone, such as play.example.org; its MX record points to this machine. Nothing else of
# Postfix changes. As root; then: postfix reload.
#   PAUA         the program (/usr/bin/paua)
#   PAUA_SERVER  where the server is: its socket (/run/paua/paua.sock), or a port, where others of this machine can
#                listen while it does not run, and get the mails
#   PAUA_USER    who runs it: somebody without rights (nobody)
set -eu
domain=$1

postconf -e recipient_delimiter=+ \
    "relay_domains = $(postconf -hx relay_domains) $domain" \
    "transport_maps = $(postconf -hx transport_maps) inline:{ { $domain = paua: } }" \
    paua_destination_recipient_limit=1
# Who is not known is not guessed: an empty sender is a mail that nobody answers.
postconf -Me "paua/unix = paua unix - n n - 2 pipe null_sender= user=${PAUA_USER:-nobody} argv=${PAUA:-/usr/bin/paua} mail --server ${PAUA_SERVER:-/run/paua/paua.sock} --recipient \${original_recipient} --sender \${sender}"
