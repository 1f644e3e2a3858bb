/**
 * Enforces that `app/` builds the program in the order of dependency: no function that is passed on uses a constant that is
 * declared below it. Such a use once aborted the start with a ReferenceError, when the function was called immediately.
 * Exits 1 and names each use.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findEarlyUses } from './functions/find-early-uses.ts';
import { sourceFilesUnder } from './source-files.ts';

const root = join(import.meta.dirname, '..');
const problems = sourceFilesUnder('app').flatMap((file) =>
  findEarlyUses(file, readFileSync(join(root, file), 'utf8')).map(
    ({ name, line, declaredLine }) =>
      `${file}:${line} uses ${name}, which is declared in line ${declaredLine}`,
  ),
);
if (problems.length > 0) {
  console.error(problems.join('\n'));
  console.error(`\n${problems.length} constant(s) are used above their declaration.`);
  process.exit(1);
}
console.log('The program is built in the order of dependency.');
