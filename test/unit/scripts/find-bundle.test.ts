import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

type Finder = {
  readonly findBundle: (program: string) => string | undefined;
  readonly stateOf: (file: string) => string;
};

let root: string;
let finder: Finder;
const write = (path: string, text: string): void => writeFileSync(join(root, path), text);

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'anamnesis-bundle-')));
  for (const folder of ['scripts', 'app', 'dist/programs'])
    mkdirSync(join(root, folder), { recursive: true });
  cpSync(
    join(import.meta.dirname, '../../../scripts/find-bundle.cjs'),
    join(root, 'scripts/find-bundle.cjs'),
  );
  finder = createRequire(import.meta.url)(join(root, 'scripts/find-bundle.cjs'));
  for (const file of ['app/main.ts', 'app/part.ts']) write(file, 'export {};\n');
  const sources = Object.fromEntries(
    ['app/main.ts', 'app/part.ts'].map((file) => [file, finder.stateOf(file)] as const),
  );
  write(
    'dist/programs/manifest.json',
    JSON.stringify({ root, bundles: { 'app/main.ts': 'app-main.mjs' }, sources }),
  );
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

it('finds the bundle of a program whose sources are as they were', () => {
  expect(finder.findBundle('app/main.ts')).toBe(join(root, 'dist/programs/app-main.mjs'));
});

it.each<readonly [string, () => void]>([
  ['has another size', () => write('app/part.ts', 'export const part = 1;\n')],
  ['has another time, also an earlier one', () => utimesSync(join(root, 'app/part.ts'), 1, 1)],
  ['is gone', () => rmSync(join(root, 'app/part.ts'))],
])('finds none when one of the sources %s', (_, change) => {
  change();
  expect(finder.findBundle('app/main.ts')).toBeUndefined();
});

it.each<readonly [string, () => void]>([
  ['none was made', () => rmSync(join(root, 'dist'), { recursive: true })],
  ['its manifest is damaged', () => write('dist/programs/manifest.json', '{"bundles":')],
  ['its manifest says nothing', () => write('dist/programs/manifest.json', 'null')],
])('finds none when %s', (_, change) => {
  change();
  expect(finder.findBundle('app/main.ts')).toBeUndefined();
});

it('finds none in a copy of the installation, because bundles contain absolute paths', () => {
  const copy = `${root}-copy`;
  cpSync(root, copy, { recursive: true, preserveTimestamps: true });
  try {
    const there: Finder = createRequire(import.meta.url)(join(copy, 'scripts/find-bundle.cjs'));
    expect(there.findBundle('app/main.ts')).toBeUndefined();
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
});

it('finds none of a program that was not bundled', () => {
  expect(finder.findBundle('app/part.ts')).toBeUndefined();
});
