// The calls of the HTTP API about messages between people, blocks, reports, and the account's
// stream.
import { get, request } from './client';
import type { Schemas } from './schema';

export type PrivateMessage = Schemas['PrivateMessage'];

/** `before`: where the next page begins, null at the end. */
export type ConversationList = Schemas['Conversations'];
export type ConversationRow = ConversationList['conversations'][number];
export type Conversation = Schemas['Conversation'];

const page = (before: number | null) => (before === null ? '' : `?before=${before}`);

export function getConversations(
    before: number | null,
    signal: AbortSignal,
): Promise<ConversationList> {
    return get(`/account/messages${page(before)}`, signal);
}

export function getConversation(
    name: string,
    before: number | null,
    signal: AbortSignal,
): Promise<Conversation> {
    return get(`/account/messages/${name}${page(before)}`, signal);
}

/** `id`: an id of this message. */
export function sendMessage(
    name: string,
    text: string,
    id: string,
    signal: AbortSignal,
): Promise<PrivateMessage> {
    return request('POST', `/users/${name}/messages`, undefined, { text }, signal, id);
}

export function markRead(name: string, number: number, signal: AbortSignal): Promise<void> {
    return request('POST', `/account/messages/${name}/read`, undefined, { number }, signal);
}

export function removeConversation(name: string): Promise<void> {
    return request('DELETE', `/account/messages/${name}`);
}

export function getBlocks(signal: AbortSignal): Promise<Schemas['Blocks']> {
    return get('/account/blocks', signal);
}

export function setBlocked(name: string, blocked: boolean): Promise<void> {
    return request(blocked ? 'PUT' : 'DELETE', `/account/blocks/${name}`);
}

export function reportMessage(message: number, text: string): Promise<Schemas['MessageNumber']> {
    return request('POST', '/account/reports', undefined, { message, text });
}

/** What happens to the account; only what the pages use. */
export type AccountEvent = Exclude<Schemas['AccountEventLine'], { type: 'move' | 'tournament' }>;

const TYPES: AccountEvent['type'][] = [
    ...(['accountFull', 'message', 'challenge', 'challengeAccepted'] as const),
    ...(['challengeDeclined', 'gameStart', 'turn', 'gameEnd'] as const),
];

/**
 * Follows what happens to the account; the browser connects again by itself. Returns how to stop.
 */
export function followAccount(onEvent: (event: AccountEvent) => void): () => void {
    const source = new EventSource('/api/1/account/events');
    for (const type of TYPES)
        source.addEventListener(type, ({ data }: MessageEvent<string>) =>
            onEvent({ ...(JSON.parse(data) as object), type } as AccountEvent),
        );
    return () => source.close();
}
