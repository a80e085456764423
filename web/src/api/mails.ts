// The calls of the HTTP API about which mails come, and when (docs/http-api.md).
import { get, request } from './client';
import type { Schemas } from './schema';

export type MailKind = keyof Schemas['Mails'];
export type MailWhen = Schemas['MailWhen'];
export type MailSettings = Schemas['Settings'];

export function getMailSettings(signal: AbortSignal): Promise<MailSettings> {
    return get('/account/settings', signal);
}

export function setMail(kind: MailKind, when: MailWhen): Promise<MailSettings> {
    return request('PATCH', '/account/settings', undefined, { mails: { [kind]: when } });
}
