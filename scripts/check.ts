/**
 * `npm run check`: runs all static checks of the sources, one line each. Shows the output of a check only when it fails,
 * and exits 1 if any did. `npm run check -- types imports` runs only some of them; `npm run fix` formats the sources and
 * applies the linter's fixes.
 */
import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const toolsFolder = join(import.meta.dirname, 'tools');
const tool = (name: string): string => join(toolsFolder, 'node_modules/.bin', name);
const script = (file: string, ...words: readonly string[]): readonly string[] => [
  process.execPath,
  '--require',
  './scripts/require-node.cjs',
  `scripts/${file}`,
  ...words,
];

/** The checks by name, in the order in which they run; the most frequent failures come first. */
const checks: Readonly<Record<string, readonly string[]>> = {
  types: script('check-types.ts'),
  lint: [tool('biome'), 'check', '.'],
  imports: script('check-imports.ts'),
  exports: [tool('knip'), '--no-progress'],
  tables: script('check-tables.ts'),
  patterns: script('tools/check-patterns.ts'),
  exits: script('check-exits.ts'),
  functions: script('check-functions.ts'),
  order: script('check-order.ts'),
  language: script('check-language.ts'),
  loading: script('check-loading.ts'),
  terminology: script('make-terminology.ts', '--check'),
  names: script('tools/make-name-filters.ts', '--check'),
  'phone-plans': script('tools/make-phone-plans.ts', '--check'),
  'phone-numbers': script('tools/check-phone-numbers.ts'),
  'scan-kernel': script('tools/check-scan-kernel.ts'),
  catalogues: script('make-catalogues.ts', '--check'),
  client: script('tools/make-client.ts', '--check'),
};

/** Checks that take minutes, which run only when named, and in CI. */
const thorough: Readonly<Record<string, readonly string[]>> = {
  'patterns-by-attack': script('tools/check-patterns.ts', '--thorough'),
};

/** Two at a time: each takes about one processor. */
const CONCURRENCY = 2;

type Outcome = { readonly code: number; readonly output: string; readonly seconds: number };

const run = ([program = '', ...words]: readonly string[]): Promise<Outcome> =>
  new Promise((resolve) => {
    const began = performance.now();
    const pieces: string[] = [];
    const child = spawn(program, words, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.on('data', (piece: Buffer) => pieces.push(piece.toString()));
    child.stderr.on('data', (piece: Buffer) => pieces.push(piece.toString()));
    const end = (code: number): void =>
      resolve({ code, output: pieces.join(''), seconds: (performance.now() - began) / 1000 });
    child.on('error', (error) => {
      pieces.push(String(error));
      end(1);
    });
    child.on('close', (code) => end(code ?? 1));
  });

/** Ends the process if the tools of the checks are missing and cannot be installed. */
const requireTools = (): void => {
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, 'install-tools.cjs')], {
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(1);
};

if (process.argv.includes('--fix')) {
  requireTools();
  const { code, output } = await run([tool('biome'), 'check', '--write', '.']);
  console.log(output.trimEnd());
  process.exit(code);
}
const chosen = process.argv.slice(2);
const known = { ...checks, ...thorough };
const unknown = chosen.filter((name) => known[name] === undefined);
if (unknown.length > 0) {
  console.error(`Unknown check: ${unknown.join(', ')}. The checks are: ${Object.keys(known).join(', ')}.`);
  process.exit(2);
}

requireTools();
const waiting =
  chosen.length === 0
    ? Object.entries(checks)
    : Object.entries(known).filter(([name]) => chosen.includes(name));
const failed: string[] = [];
const work = async (): Promise<void> => {
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const [name, command] = next;
    const { code, output, seconds } = await run(command);
    console.log(
      `${code === 0 ? 'passed' : 'FAILED'}  ${name.padEnd(13)} ${seconds.toFixed(1).padStart(6)} s`,
    );
    if (code === 0) continue;
    failed.push(name);
    console.log(output.trimEnd().replaceAll(/^/gm, '  '));
  }
};
await Promise.all(Array.from({ length: CONCURRENCY }, work));
if (failed.length > 0) {
  console.error(`\n${failed.length} of the checks failed: ${failed.join(', ')}.`);
  process.exitCode = 1;
}
