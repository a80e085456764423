// useAccountName: who is signed in; follows sign-ins and sign-outs, also those of other tabs.
import { useEffect, useState } from 'preact/hooks';
import { accountName, onAccountChange } from './signed-in';

export function useAccountName(): string {
    const [name, setName] = useState(accountName);
    useEffect(() => {
        const update = () => setName(accountName());
        update(); // it may have changed since the first rendering
        return onAccountChange(update);
    }, []);
    return name;
}
