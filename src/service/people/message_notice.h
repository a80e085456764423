/* message_notice.h - tells an account of a message that it has got, if it has a stream. */
#ifndef SERVICE_MESSAGE_NOTICE_H
#define SERVICE_MESSAGE_NOTICE_H

#include <stdint.h>

#include "store/tables/messages.h"

struct messages;
struct notices;

/* What the stream says of a message from somebody: free() it. NULL: out of memory. */
char *message_notice_json(const char *from, const store_message *message);

/* A message that another server has stored. */
void message_notice_read(struct messages *messages, struct notices *notices, const char *account,
                         int64_t number);

#endif /* SERVICE_MESSAGE_NOTICE_H */
