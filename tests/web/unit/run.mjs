// Runs the unit tests of web/src with node's test runner: bundles each NAME.test.mjs of this folder
// with esbuild, as web/build.mjs does the page, and runs the bundles. PAUA_WASM and ENGINE_WASM name the modules,
// PAUA the command.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const web = join(here, '..', '..', '..', 'web');
const esbuild = createRequire(join(web, 'package.json'))('esbuild');

const bundles = mkdtempSync(join(tmpdir(), 'paua-web-unit-'));
try {
    const sources = readdirSync(here).filter((name) => name.endsWith('.test.mjs'));
    await esbuild.build({
        entryPoints: sources.map((name) => join(here, name)),
        bundle: true,
        platform: 'node',
        format: 'esm',
        target: 'node18',
        // Browsers have it, node only from version 19 on.
        banner: { js: "globalThis.crypto ??= (await import('node:crypto')).webcrypto;" },
        outExtension: { '.js': '.mjs' },
        sourcemap: 'inline',
        logLevel: 'warning',
        loader: { '.css': 'text', '.h': 'text' }, // for contrast.test.mjs
        nodePaths: [join(web, 'node_modules')],
        tsconfig: join(web, 'tsconfig.json'),
        outdir: bundles,
    });
    const tests = sources.map((name) => join(bundles, name));
    const { status } = spawnSync(process.execPath, ['--enable-source-maps', '--test', ...tests], {
        stdio: 'inherit',
    });
    process.exitCode = status ?? 1;
} finally {
    rmSync(bundles, { recursive: true, force: true });
}
