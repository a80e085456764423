// A player's clock: counts down while it runs, with tenths of a second under ten seconds.
import { useEffect, useState } from 'preact/hooks';
import type { Clock } from './api';

const TENTHS_BELOW_MS = 10_000;
const HOUR = 3600;
const DAY = 24 * HOUR;

/** "9.4", "0:59", "12:05", "1:00:00", "2 d 4 h". Never rounded up: 0.0 means that time is up. */
export function clockText(ms: number): string {
    const left = Math.max(0, ms);
    if (left < TENTHS_BELOW_MS) return (Math.floor(left / 100) / 10).toFixed(1);
    const seconds = Math.floor(left / 1000);
    if (seconds >= DAY)
        return `${Math.floor(seconds / DAY)} d ${Math.floor((seconds % DAY) / HOUR)} h`;
    const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
    const minutes = (seconds % HOUR) / 60;
    if (seconds < HOUR) return `${Math.floor(minutes)}:${two(seconds % 60)}`;
    return `${Math.floor(seconds / HOUR)}:${two(minutes)}:${two(seconds % 60)}`;
}

/** When the text changes next. */
function nextChange(ms: number): number {
    const step = ms < TENTHS_BELOW_MS ? 100 : 1000;
    return (ms % step) + 1;
}

export function ClockFace({ clock }: { clock: Clock }) {
    const [received, setReceived] = useState(() => ({ clock, at: performance.now() }));
    const [now, setNow] = useState(received.at);
    if (received.clock !== clock) setReceived({ clock, at: performance.now() });
    const passed = received.clock.running ? Math.max(0, now - received.at) : 0;
    const left = Math.max(0, received.clock.remaining_ms - passed);
    useEffect(() => {
        if (!clock.running || left <= 0) return;
        const timer = setTimeout(() => setNow(performance.now()), nextChange(left));
        return () => clearTimeout(timer);
    }, [clock, left]);
    const low = left < TENTHS_BELOW_MS;
    return (
        <span
            class={`clock ${clock.running ? 'running' : ''} ${low ? 'low' : ''}`}
            role="timer"
            aria-label={`${clockText(left)} left`}
        >
            {clockText(left)}
        </span>
    );
}
