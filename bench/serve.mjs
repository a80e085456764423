// What the figures of the page share: a server to measure.
import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** A server on a free port with an empty store. */
export async function startServer(paua, folder) {
    const store = `sqlite:${join(folder, 'games.db')}`;
    const args = ['serve', '--listen', '127.0.0.1:0', '--rate', '0', '--store', store];
    const child = spawn(paua, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    for await (const data of child.stdout) {
        output += data;
        const [base] = /http:\/\/127\.0\.0\.1:\d+/.exec(output) ?? [];
        if (base) return { child, base };
    }
    throw new Error(`paua serve ended: ${output}`);
}
