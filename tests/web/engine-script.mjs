// The interface of the engine (web/src/engine) for a page that has no code of the app.
import { createRequire } from 'node:module';

const esbuild = createRequire(new URL('../../web/package.json', import.meta.url))('esbuild');

/** web/src/engine as a script that leaves it in the variable Paua. */
export async function engineScript() {
    const { outputFiles } = await esbuild.build({
        entryPoints: [new URL('../../web/src/engine/engine.ts', import.meta.url).pathname],
        bundle: true,
        format: 'iife',
        globalName: 'Paua',
        write: false,
    });
    return `${outputFiles[0].text}; window.Paua = Paua;`;
}
