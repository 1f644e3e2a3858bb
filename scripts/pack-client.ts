/**
 * Packs the client for other projects: `npm run pack:client [-- <folder>]`. Node.js runs no TypeScript of installed
 * packages, so the package consists of JavaScript and types.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';

const root = join(import.meta.dirname, '..');
const folder = resolve(process.argv[2] ?? join(root, 'dist/client'));

const run = (program: string, words: readonly string[], cwd: string): string => {
  const { status, stdout, stderr } = spawnSync(program, words, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${words.join(' ')} failed:\n${stdout}${stderr}`);
  return stdout.trim();
};

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
run(
  join(root, 'node_modules/.bin/tsc'),
  [
    ...['--project', join(root, 'client/tsconfig.json'), '--noEmit', 'false', '--outDir', folder],
    ...['--declaration', '--rewriteRelativeImportExtensions', '--rootDir', join(root, 'client')],
  ],
  root,
);

const manifest = z
  .looseObject({ exports: z.record(z.string(), z.string()), devDependencies: z.unknown() })
  .parse(JSON.parse(readFileSync(join(root, 'client/package.json'), 'utf8')));
const { devDependencies: _dev, ...kept } = manifest;
const compiled = Object.entries(manifest.exports).map(([name, source]) => {
  const path = source.replace(/\.ts$/, '');
  return [name, { types: `${path}.d.ts`, default: `${path}.js` }];
});
writeFileSync(
  join(folder, 'package.json'),
  `${JSON.stringify({ ...kept, exports: Object.fromEntries(compiled) }, null, 2)}\n`,
);
const archive = run('npm', ['pack', '--silent', '--pack-destination', folder], folder).split('\n').at(-1);
console.log(`npm install ${join(folder, archive ?? '')}`);
