import { describe, expect, it } from 'vitest';
import { allTraps } from '../../eval/traps/all-traps.ts';
import { knownFailures } from '../../eval/traps/known-failures.ts';
import { runTrap } from '../../eval/traps/run-traps.ts';
import { trapKinds } from '../../eval/traps/trap.ts';

const kinds = trapKinds.filter((kind) => allTraps.some((trap) => trap.kind === kind));

describe.each(kinds)('answers about misleading documents: %s', (kind) => {
  for (const trap of allTraps.filter((one) => one.kind === kind)) {
    const knownFailure = knownFailures[trap.name];
    (knownFailure === undefined ? it : it.fails)(
      knownFailure === undefined ? trap.name : `${trap.name} (to be fixed: ${knownFailure})`,
      async () => {
        expect((await runTrap(trap)).wrong).toEqual([]);
      },
    );
  }
});

describe('the list of traps', () => {
  it('names each trap once, and only traps among the known failures', () => {
    const names = allTraps.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(Object.keys(knownFailures).filter((name) => !names.includes(name))).toEqual([]);
  });
});
