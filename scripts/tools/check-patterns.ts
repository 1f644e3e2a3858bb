/**
 * Enforces that no regular expression takes more than linear time on any input. Exits 1 and names each one that does, with
 * the character that makes it slow. A comment above a pattern (`short input:`, with the bound) makes an exception; see
 * docs/how-to/write-a-pattern.md. With `--thorough`, a second tool attacks the patterns that are not in
 * `patterns/examined-patterns.txt`, and finds what the first one misses; `--write` adds them there (examining all patterns
 * takes some minutes).
 */
import { join } from 'node:path';
import { rooms } from '../rooms.ts';
import { attackOf } from './patterns/attack-of.ts';
import { collectPatterns, type FoundPattern, isExempt } from './patterns/collect-patterns.ts';
import { readExamined, writeExamined } from './patterns/examined-patterns.ts';
import { slownessOf } from './patterns/slowness-of.ts';

const root = join(import.meta.dirname, '../..');
const isThorough = process.argv.includes('--thorough');
const isExamined = readExamined();
const withoutAttack: FoundPattern[] = [];
const { patterns, hidden } = await collectPatterns(root, rooms);
const problems = hidden.map(
  (site) => `${site}: is constructed at run time; make it a constant of the module`,
);
for (const found of patterns) {
  const isOpen = isThorough && !isExamined(found);
  const problem = slownessOf(found) ?? (isOpen ? await attackOf(found) : undefined);
  if (problem === undefined || isExempt(root, found)) {
    withoutAttack.push(found);
    continue;
  }
  problems.push(`${found.file}:${found.line}: ${problem}\n    /${found.source}/${found.flags}`);
}
if (isThorough && process.argv.includes('--write')) writeExamined(withoutAttack);
if (problems.length > 0) {
  console.error(problems.join('\n'));
  console.error(`\n${problems.length} of ${patterns.length} patterns may take more than linear time.`);
  process.exit(1);
}
console.log(`${patterns.length} patterns take linear time.`);
process.exit(0);
