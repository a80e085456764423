// A plain word where the browser keeps nothing.
import { storageKeeps } from '../api/storage';

export function StorageWarning() {
    if (storageKeeps()) return null;
    return (
        <p class="fine warning" role="note">
            This browser keeps nothing for this site, so a seat is lost when its page is closed or
            reloaded. The page of a game has a link to come back with.
        </p>
    );
}
