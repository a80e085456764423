// ESLint for the page and its build: typescript-eslint with types, the rules of hooks. Layout is
// Prettier's business.
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import eslint from '@eslint/js';
import hooks from 'eslint-plugin-react-hooks';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

const here = dirname(fileURLToPath(import.meta.url));
const rule = (name) => `@typescript-eslint/${name}`;

export default defineConfig(
    { ignores: ['generated', 'node_modules'] },
    eslint.configs.recommended,
    {
        files: ['*.mjs'],
        languageOptions: {
            globals: { Buffer: 'readonly', console: 'readonly', process: 'readonly' },
        },
    },
    {
        files: ['src/**/*.{ts,tsx}'],
        extends: [tseslint.configs.recommendedTypeChecked, tseslint.configs.stylisticTypeChecked],
        plugins: { 'react-hooks': hooks },
        languageOptions: { parserOptions: { project: './tsconfig.json', tsconfigRootDir: here } },
        rules: {
            'react-hooks/rules-of-hooks': 'error',
            'react-hooks/exhaustive-deps': 'error',
            [rule('use-unknown-in-catch-callback-variable')]: 'error',
            // `const { left, ...rest } = seat` is how a member is left out.
            [rule('no-unused-vars')]: ['error', { ignoreRestSiblings: true }],
            // Handlers in JSX may be async: they show their errors themselves.
            [rule('no-misused-promises')]: ['error', { checksVoidReturn: { attributes: false } }],
            // An empty text, too, is replaced by what stands behind ||.
            [rule('prefer-nullish-coalescing')]: ['error', { ignorePrimitives: true }],
            'no-restricted-syntax': [
                'error',
                {
                    selector: 'MemberExpression[property.name=/^toLocale|^DateTimeFormat$/]',
                    message: 'Dates and times are written by dateText().',
                },
            ],
            [rule('no-empty-function')]: ['error', { allow: ['arrowFunctions'] }],
        },
    },
    { files: ['src/ui/text.ts'], rules: { 'no-restricted-syntax': 'off' } },
);
