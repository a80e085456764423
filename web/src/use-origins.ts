// useOrigins: under which addresses other devices open this server's pages.
import { useEffect, useState } from 'preact/hooks';
import { getServer } from './api';

const LOCAL = /^(localhost|127\.[\d.]+|\[::1\])$/;

export interface Origins {
    all: string[]; // the best first; never empty
    local: boolean; // they work on this machine alone
}

/** A page opened by an address that others can use has that one; else the server knows them. */
export function useOrigins(): Origins {
    const { origin, hostname } = location;
    const [origins, setOrigins] = useState<Origins>({ all: [origin], local: false });
    useEffect(() => {
        if (!LOCAL.test(hostname)) return;
        let left = false;
        getServer().then(
            ({ loopback, addresses }) => {
                const others = loopback ? [] : addresses;
                if (left) return;
                setOrigins({ all: others.length ? others : [origin], local: !others.length });
            },
            () => {}, // the page's own address remains
        );
        return () => {
            left = true;
        };
    }, []);
    return origins;
}
