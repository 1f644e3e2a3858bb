/**
 * Enforces that functions stay small: at most 120 lines, except for tables, and at most four positional parameters. Test
 * bodies are tables of examples and may be longer; the helpers in `test/support` may not. Exits 1 and names each function
 * that is too large, and each exception that is no longer needed.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { measureFunctions } from './functions/measure-functions.ts';
import { sourceFilesUnder } from './source-files.ts';

const root = join(import.meta.dirname, '..');
const MOST_LINES = 120;
const MOST_PARAMETERS = 4;

/** The functions that may be larger, as `path name`, with the reason. */
const exceptions: Readonly<Record<string, string>> = {
  'infra/search/vector-index/in-memory/scan-kernel.ts ScanKernel':
    'is the signature of a WebAssembly function, which takes numbers only',
  'test/support/power-loss.ts write': 'replaces `fs.writeSync`, which is called with five arguments',
};

/** Folders without our own sources. */
const skipped: ReadonlySet<string> = new Set(['node_modules', 'samples', 'docs', 'deploy']);

const folders = readdirSync(root, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && !skipped.has(entry.name))
  .map(({ name }) => (name === 'test' ? 'test/support' : name));

const problems: string[] = [];
const needed = new Set<string>();
for (const folder of folders) {
  for (const path of sourceFilesUnder(folder)) {
    if (path.endsWith('.generated.ts')) continue;
    for (const measured of measureFunctions(path, readFileSync(join(root, path), 'utf8'))) {
      const { lines, parameters } = measured;
      if (lines <= MOST_LINES && parameters <= MOST_PARAMETERS) continue;
      const key = `${path} ${measured.name}`;
      needed.add(key);
      if (exceptions[key] !== undefined) continue;
      const where = `${path}:${measured.line} ${measured.name}`;
      if (lines > MOST_LINES) problems.push(`${where} has ${lines} lines; the maximum is ${MOST_LINES}`);
      if (parameters > MOST_PARAMETERS)
        problems.push(`${where} has ${parameters} parameters; the maximum is ${MOST_PARAMETERS}`);
    }
  }
}
for (const key of Object.keys(exceptions))
  if (!needed.has(key)) problems.push(`${key} is small enough now: remove it from the exceptions`);

if (problems.length > 0) {
  console.error(problems.join('\n'));
  console.error(`\n${problems.length} function(s) break the rule.`);
  process.exit(1);
}
console.log(`No function has more than ${MOST_LINES} lines or ${MOST_PARAMETERS} parameters.`);
