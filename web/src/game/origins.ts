// From where links to this server work: from other devices, or on this machine alone.
import { useState } from 'preact/hooks';
import { getServer, type Server } from '../api/client';
import { useAnswer } from '../api/use-answer';

const LOCAL = /^(localhost|.*\.localhost|127\.[\d.]+|\[::1\])$/;

export interface Origins {
    all: string[]; // what links may begin with, the one to propose first; never empty
    /** Why links work here alone: the server listens to this machine only, or has no address. */
    problem: '' | 'closed' | 'offline';
}

/** Whether an address names the machine on which it is opened. */
export function isLocal(origin: string): boolean {
    return LOCAL.test(new URL(origin).hostname);
}

/** What a page of this origin can offer. An origin that is not local has led here from outside. */
export function originsOf(
    origin: string,
    { loopback, addresses }: Pick<Server, 'loopback' | 'addresses'>,
): Origins {
    if (!isLocal(origin)) return { all: [origin], problem: '' };
    if (addresses.length > 0) return { all: [...addresses, origin], problem: '' };
    return { all: [origin], problem: loopback ? 'closed' : 'offline' };
}

export interface OriginPicker extends Origins {
    picked: string;
    pick: (origin: string) => void;
}

const NOT_KNOWN = { loopback: false, addresses: [] };

/**
 * null on the machine itself until the server has said its addresses, so that nobody copies a link
 * too early: it is asked until it answers.
 */
export function useOrigins(): OriginPicker | null {
    const { answer } = useAnswer('', getServer);
    const [picked, pick] = useState('');
    const { origin } = location;
    if (!answer && isLocal(origin)) return null;
    const origins = originsOf(origin, answer ?? NOT_KNOWN);
    return { ...origins, picked: picked || origins.all[0]!, pick };
}
