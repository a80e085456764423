// The calls of the HTTP API about messages between people, blocks, reports, and the account's stream.
import { request } from './client';

export interface PrivateMessage {
    number: number;
    at: string;
    sent: boolean; // by oneself
    unread: boolean;
    text: string;
}

export interface ConversationRow {
    name: string; // of the other
    closed?: boolean; // the account
    unread: number;
    last: PrivateMessage;
}

/** `before`: where the next page begins, null at the end. */
export interface ConversationList {
    unread: number;
    conversations: ConversationRow[];
    before: number | null;
}

export interface Conversation {
    name: string;
    closed?: boolean;
    blocked: boolean; // by oneself
    messages: PrivateMessage[]; // newest first
    before: number | null;
}

const page = (before: number | null) => (before === null ? '' : `?before=${before}`);

export function getConversations(before: number | null = null): Promise<ConversationList> {
    return request('GET', `/account/messages${page(before)}`);
}

export function getConversation(name: string, before: number | null = null): Promise<Conversation> {
    return request('GET', `/account/messages/${name}${page(before)}`);
}

export function sendMessage(name: string, text: string): Promise<PrivateMessage> {
    return request('POST', `/users/${name}/messages`, undefined, { text });
}

export function markRead(name: string, number: number): Promise<void> {
    return request('POST', `/account/messages/${name}/read`, undefined, { number });
}

export function removeConversation(name: string): Promise<void> {
    return request('DELETE', `/account/messages/${name}`);
}

export function getBlocks(): Promise<{ blocks: { name: string }[] }> {
    return request('GET', '/account/blocks');
}

export function setBlocked(name: string, blocked: boolean): Promise<void> {
    return request(blocked ? 'PUT' : 'DELETE', `/account/blocks/${name}`);
}

export function reportMessage(message: number, text: string): Promise<{ number: number }> {
    return request('POST', '/account/reports', undefined, { message, text });
}

/** What happens to the account; only what the pages use. */
export type AccountEvent =
    | { type: 'accountFull'; unread?: number }
    | { type: 'message'; from: string }
    | { type: 'challenge' | 'challengeAccepted' | 'challengeDeclined' | 'gameStart' }
    | { type: 'turn' | 'gameEnd' };

const TYPES: AccountEvent['type'][] = [
    ...(['accountFull', 'message', 'challenge', 'challengeAccepted'] as const),
    ...(['challengeDeclined', 'gameStart', 'turn', 'gameEnd'] as const),
];

/** Follows what happens to the account; the browser connects again by itself. Returns how to stop. */
export function followAccount(onEvent: (event: AccountEvent) => void): () => void {
    const source = new EventSource('/api/1/account/events');
    for (const type of TYPES)
        source.addEventListener(type, ({ data }) => onEvent({ ...JSON.parse(data), type }));
    return () => source.close();
}
