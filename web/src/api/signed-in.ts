// Who is signed in, as far as this browser knows. The session itself is a cookie that no script can
// read; the server has the last word, and whoever learns from it that the session is another calls
// setAccountName().
import type { Schemas } from './schema';
import { loadAccount, saveAccount } from './storage';

/** What to say where the session has ended. */
export const SIGNED_OUT = 'You are signed out. Please sign in again.';

const listeners = new Set<() => void>();

/** The name of the account, '' while nobody is signed in. */
export function accountName(): string {
    return loadAccount();
}

export function setAccountName(name: string): void {
    if (name === loadAccount()) return;
    saveAccount(name);
    for (const listener of listeners) listener();
}

/** Asks the server who is signed in, where this browser does not know: its storage may be gone, and
    the cookie not. */
export async function findAccountName(): Promise<void> {
    if (loadAccount()) return;
    const response = await fetch('/api/1/session', { cache: 'no-store' }).catch(() => null);
    if (!response?.ok) return;
    const { name } = (await response.json()) as Schemas['SessionName'];
    if (name) setAccountName(name);
}

/** Calls the listener after each change, also by another tab; returns how to stop that. */
export function onAccountChange(listener: () => void): () => void {
    listeners.add(listener);
    addEventListener('storage', listener);
    return () => {
        listeners.delete(listener);
        removeEventListener('storage', listener);
    };
}
