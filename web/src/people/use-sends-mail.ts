// Whether the server sends mail, which the account's forms ask before they offer any.
import { useEffect, useState } from 'preact/hooks';
import { getServer } from '../api/client';

/** null until the server has said so. One that does not answer may send mail. */
export function useMail(): boolean | null {
    const [mail, setMail] = useState<boolean | null>(null);
    useEffect(() => {
        getServer().then(
            (server) => setMail(server.mail),
            () => setMail(true),
        );
    }, []);
    return mail;
}
