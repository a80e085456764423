// Whether the server sends mail: cards of the account show other forms where it does not.
import { useEffect, useState } from 'preact/hooks';
import { getServer } from '../api/client';

/** null until the server has said so. One that can't be asked counts as sending mail. */
export function useSendsMail(): boolean | null {
    const [sendsMail, setSendsMail] = useState<boolean | null>(null);
    useEffect(() => {
        getServer().then(
            (server) => setSendsMail(server.mail),
            () => setSendsMail(true),
        );
    }, []);
    return sendsMail;
}
