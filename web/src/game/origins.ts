// From where links to this server work: from other devices, or on this machine alone.
import { useEffect, useState } from 'preact/hooks';
import { getServer, type Server } from '../api/client';
import { withTimeout } from '../api/retry';

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

/** null until the server has said its addresses, so that nobody copies a link too early. */
export function useOrigins(): OriginPicker | null {
    const [origins, setOrigins] = useState<Origins | null>(null);
    const [picked, pick] = useState('');
    useEffect(() => {
        const left = new AbortController();
        const found = (some: Origins) => !left.signal.aborted && setOrigins(some);
        withTimeout(getServer, left.signal).then(
            (server) => found(originsOf(location.origin, server)),
            () => found({ all: [location.origin], problem: '' }),
        );
        return () => left.abort();
    }, []);
    return origins && { ...origins, picked: picked || origins.all[0]!, pick };
}
