// A notice over every page that the server is late with its answer to a button, then what came of
// it. It is there while it is empty, so that screen readers speak its first text.
import { useEffect, useState } from 'preact/hooks';
import { followLateness, type Lateness } from './late';

const TEXTS: Record<Lateness, string> = {
    '': '',
    late: 'The server has not answered yet. Still waiting.',
    came: 'The server has answered.',
    lost: 'The server did not answer. Please try again.',
};
const OUTCOME_MS = 6000; // how long an outcome is shown

export function LateNotice() {
    const [lateness, setLateness] = useState<Lateness>('');
    useEffect(() => {
        let timer = 0;
        followLateness((now) => {
            setLateness(now);
            clearTimeout(timer);
            if (now !== 'late') timer = setTimeout(() => setLateness(''), OUTCOME_MS);
        });
    }, []);
    return <div role="status">{lateness && <p class="card">{TEXTS[lateness]}</p>}</div>;
}
