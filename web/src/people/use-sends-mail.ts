// Whether the server sends mail: cards of the account show other forms where it does not.
import { getServer } from '../api/client';
import { useAnswer } from '../api/use-answer';

/** null until the server has said so. */
export function useSendsMail(): boolean | null {
    return useAnswer('', getServer).answer?.mail ?? null;
}
