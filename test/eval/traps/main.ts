/**
 * Prints the answers to traps: `npm run traps`, or those whose names contain the given words: `npm run traps -- colour
 * chart`.
 */
import { allTraps } from './all-traps.ts';
import { knownFailures } from './known-failures.ts';
import { runTraps } from './run-traps.ts';

const words = process.argv.slice(2).join(' ').toLowerCase();
const wanted = allTraps.filter(({ name, kind }) => `${kind}: ${name}`.toLowerCase().includes(words));
const outcomes = await runTraps(wanted);
for (const { trap, answer, wrong } of outcomes) {
  const known = knownFailures[trap.name];
  if (words === '' && wrong.length === 0) continue;
  console.log(
    `${wrong.length === 0 ? 'avoided' : 'FALLEN INTO'} · ${trap.kind}: ${trap.name}${known === undefined ? '' : ` (known, to be fixed: ${known})`}`,
  );
  for (const sentence of wrong) console.log(`  - ${sentence}`);
  if (words === '') continue;
  console.log(`\nQ: ${trap.question}\n\n${answer.answer}\n`);
  for (const warning of answer.warnings) console.log(`Warning: ${warning}`);
  console.log();
}
const fallen = outcomes.filter(({ wrong }) => wrong.length > 0);
if (wanted.length > 0)
  console.log(`${outcomes.length - fallen.length} of ${outcomes.length} traps were avoided.`);
else {
  console.error('No trap has these words in its name: npm run traps -- <words>, or without words for all.');
  process.exitCode = 2;
}
for (const { trap, wrong } of outcomes)
  if (wrong.length === 0 && knownFailures[trap.name] !== undefined)
    console.log(`Avoided now: "${trap.name}". Remove it from known-failures.ts.`);
// Known failures are expected, and one that passes must be removed from the list.
if (outcomes.some(({ trap, wrong }) => wrong.length > 0 !== (knownFailures[trap.name] !== undefined)))
  process.exitCode = 1;
