// node build.mjs --out DIR --variants DIR --engine DIR: makes the types of the API (web/generated),
// checks all types, then writes the files of the page into the first folder: script, style, icons,
// rules and engine as WebAssembly, packed with gzip and brotli where that helps; and pages.txt, the
// addresses of the pages, one a line. The second folder holds the move generator's variants
// (cmake/variants.cmake), the third the modules of the engine (cmake/wasm.cmake).
// Needs what `npm ci` installs, and clang, lld, wasi-libc and its compiler runtime for the rules,
// and zopfli.
import { spawnSync } from 'node:child_process';
import {
    copyFileSync,
    existsSync,
    mkdirSync,
    readdirSync,
    readFileSync,
    renameSync,
    writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { brotliCompressSync } from 'node:zlib'; // its default is its best, 11
import esbuild from 'esbuild';
import openapiTypes, { astToString } from 'openapi-typescript';
import { iconPng } from './icons.mjs';

const web = dirname(fileURLToPath(import.meta.url));
const root = dirname(web);
const options = process.argv.slice(2).filter((_, i) => i % 2 === 0);
const [out, variants, engine] = process.argv.slice(2).filter((_, i) => i % 2 === 1);
if (options.join(' ') !== '--out --variants --engine' || !engine) {
    console.error('usage: node build.mjs --out DIR --variants DIR --engine DIR');
    process.exit(2);
}

function run(program, args) {
    const done = spawnSync(program, args, { stdio: ['ignore', 'inherit', 'inherit'], cwd: web });
    if (done.error) {
        console.error(`${program}: ${done.error.message}`);
        process.exit(3);
    }
    if (done.status !== 0) process.exit(1);
}

// The sources of libpaua without those that need an operating system, or a library: such a call
// would not link.
const needSystem = ['condition.c', 'file.c', 'gunzip.c', 'pool.c', 'sha256.c'];
function rules() {
    const rooms = ['base', 'board', 'rules', 'notation'].map((room) => join(root, 'src', room));
    const sources = rooms.flatMap((room) =>
        readdirSync(room)
            .filter((name) => name.endsWith('.c') && !needSystem.includes(name))
            .sort()
            .map((name) => join(room, name)),
    );
    run('clang', [
        '--target=wasm32-wasi',
        '-std=c17',
        '-Oz',
        '-flto',
        '-DNDEBUG',
        '-DPAUA_SMALL',
        '-Wall',
        '-Wextra',
        '-Werror',
        '-ffunction-sections',
        '-fdata-sections',
        '-I',
        join(root, 'include'),
        '-I',
        join(root, 'src'),
        '-nostartfiles',
        '-Wl,--no-entry',
        '-Wl,--gc-sections',
        '-Wl,--strip-all',
        '-Wl,--compress-relocations',
        '-Wl,--export=__wasm_call_ctors', // there are none: no export needs code around it for them
        '-o',
        join(out, 'paua.wasm'),
        join(web, 'wasm', 'paua.c'),
        join(web, 'wasm', 'buffer.c'),
        join(web, 'wasm', 'libc_stubs.c'),
        ...sources,
        join(root, 'src', 'search', 'level_table.c'),
        join(variants, 'kernel_special.c'),
        '-lc-printscan-no-floating-point',
    ]);
}

// Stylesheets that are loaded with the code that needs them.
const styles = {
    'account-pages': join(web, 'src', 'app', 'account-pages.css'),
    analysis: join(web, 'src', 'analysis', 'analysis.css'),
    game: join(web, 'src', 'app', 'game.css'),
    guide: join(web, 'src', 'guide', 'guide.css'),
    'offer-notices': join(web, 'src', 'lobby', 'offer-notices.css'),
    planning: join(web, 'src', 'correspondence', 'planning.css'),
    qr: join(web, 'src', 'ui', 'qr.css'),
    start: join(web, 'src', 'app', 'start.css'),
    study: join(web, 'src', 'study', 'study.css'),
};

// Makes every part that is loaded on its own import src/app/core.ts, all but the start page
// src/app/games.ts, and each part of the game page that page, as does the analysis board: otherwise
// esbuild would cut what they share into a file for each set of parts, and many small files pack
// badly and cost a request each.
const source = (...path) => join(web, 'src', ...path);
const core = source('app', 'core');
const games = source('app', 'games');
const gamePage = source('game-page', 'game-page');
const ofGamePage = [dirname(gamePage), source('analysis')];
const study = source('study'); // its board and buttons are those of the game page
const startPage = source('lobby', 'start-page');
function sharedFiles(importer, path) {
    if (path === startPage) return [core];
    const isOfGamePage = ofGamePage.includes(dirname(importer)) || dirname(path) === study;
    return isOfGamePage ? [core, games, gamePage] : [core, games];
}
const withCore = {
    name: 'with-core',
    setup(build) {
        build.onResolve({ filter: /^\.\.?\// }, ({ importer, kind, path: to, resolveDir }) => {
            if (kind !== 'dynamic-import') return undefined;
            const path = join(resolveDir, to);
            return { path, namespace: 'part', pluginData: sharedFiles(importer, path) };
        });
        build.onLoad({ filter: /./, namespace: 'part' }, ({ path, pluginData: shared }) => ({
            contents: [
                ...shared.map((file) => `import ${JSON.stringify(file)};`),
                `export * from ${JSON.stringify(path)};`,
            ].join('\n'),
            resolveDir: dirname(path),
        }));
    },
};

// The colours of board and marbles, which the drawings of the library share: var(--palette-red) in
// a stylesheet becomes the value of PALETTE_RED in src/draw/palette.h.
const palette = new Map(
    [
        ...readFileSync(join(root, 'src', 'draw', 'palette.h'), 'utf8').matchAll(
            /^#define PALETTE_(\w+) +([0-9a-f]{6})$/gm,
        ),
    ].map(([, name, value]) => [name.toLowerCase().replaceAll('_', '-'), `#${value}`]),
);
const withPalette = {
    name: 'with-palette',
    setup(build) {
        build.onLoad({ filter: /\.css$/ }, ({ path }) => {
            const contents = readFileSync(path, 'utf8').replace(
                /var\(--palette-([a-z0-9-]+)\)/g,
                (text, name) => palette.get(name) ?? text,
            );
            const [unknown] = contents.match(/--palette-[a-z0-9-]+/) ?? [];
            const errors = unknown ? [{ text: `${path}: ${unknown} is not in palette.h` }] : [];
            return { contents, loader: 'css', errors };
        });
    },
};

// The types of the API from its description. Builds beside this one may read the file meanwhile.
async function makeApiTypes() {
    const description = pathToFileURL(join(root, 'docs', 'openapi.json'));
    const types = astToString(await openapiTypes(description, { defaultNonNullable: false }));
    const file = join(web, 'generated', 'openapi.d.ts');
    if (existsSync(file) && readFileSync(file, 'utf8') === types) return;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(`${file}.${process.pid}`, types);
    renameSync(`${file}.${process.pid}`, file);
}

mkdirSync(out, { recursive: true });
await makeApiTypes();
run(process.execPath, [join(web, 'node_modules', 'typescript', 'bin', 'tsc'), '--noEmit']);
const common = {
    bundle: true,
    minify: true,
    target: ['es2021', 'chrome100', 'firefox100', 'safari15.4'],
    legalComments: 'none',
    logLevel: 'warning',
    tsconfig: join(web, 'tsconfig.json'),
    outdir: out,
};
await esbuild.build({
    ...common,
    entryPoints: {
        app: join(web, 'src', 'app', 'main.tsx'),
        style: join(web, 'src', 'app', 'style.css'),
        ...styles,
    },
    format: 'esm',
    splitting: true, // the start page does not wait for the code of the game page
    chunkNames: '[name]-[hash]',
    plugins: [withCore, withPalette],
});
// Workers are scripts of their own; in Firefox they may be modules from version 114 on only.
await esbuild.build({
    ...common,
    entryPoints: { 'engine-worker': join(web, 'src', 'engine', 'worker.ts') },
    format: 'iife',
});
for (const name of ['index.html', 'icon.svg', 'manifest.webmanifest'])
    copyFileSync(join(web, 'src', name), join(out, name));
for (const size of [180, 192, 512]) writeFileSync(join(out, `icon-${size}.png`), iconPng(size));
rules();
for (const name of ['engine.wasm', 'engine-shared.wasm'])
    copyFileSync(join(engine, name), join(out, name));
// The table of pages imports types alone, so that it can be evaluated here; no page is loaded.
const routes = esbuild.transformSync(readFileSync(join(web, 'src', 'app', 'routes.ts'), 'utf8'), {
    loader: 'ts',
    format: 'esm',
});
const { ROUTES } = await import(`data:text/javascript,${encodeURIComponent(routes.code)}`);
writeFileSync(join(out, 'pages.txt'), ROUTES.map(({ path }) => `${path}\n`).join(''));

// Packed once, here, not for every visitor. Zopfli's gzip is about 4 % smaller than zlib's best.
const packable = readdirSync(out).filter((name) => !/\.(png|txt)$/.test(name));
const paths = packable.map((name) => join(out, name));
run('zopfli', paths);
for (const path of paths) writeFileSync(`${path}.br`, brotliCompressSync(readFileSync(path)));
