import { expect, test } from 'vitest';
import { eventNumbering } from '../../../../../infra/observability/doctor/checks/numbering.ts';
import type { NumberingFacts } from '../../../../../infra/storage/event-store-kurrent/numbering-facts.ts';

const wellNumbered: NumberingFacts = { behindSeconds: 0, problem: undefined, findings: [], flawed: 0 };
const findingsOf = (facts?: Partial<NumberingFacts>) =>
  Array.fromAsync(
    eventNumbering(facts ? { inspectNumbering: async () => ({ ...wellNumbered, ...facts }) } : {}).run(
      { deep: false, repair: false, grace: 0 },
      new AbortController().signal,
    ),
  );

test('the doctor reports the numbering of a log in KurrentDB and its changes, and nothing without one', async () => {
  expect(await findingsOf()).toEqual([]);
  expect(await findingsOf({})).toMatchObject([{ severity: 'ok' }]);
  expect(await findingsOf({ behindSeconds: 40 })).toMatchObject([
    { severity: 'warning', message: expect.stringContaining('40 s') },
  ]);
  expect(await findingsOf({ appendLimit: 1024 * 1024 })).toMatchObject([
    { severity: 'error', message: expect.stringMatching(/at most 1 MB.*payload_too_large/) },
    { severity: 'ok' },
  ]);
  const findings = [{ streamId: 'query-a', message: 'It was deleted.' }];
  expect(await findingsOf({ problem: 'It does not advance.', findings, flawed: 2 })).toMatchObject([
    { severity: 'error', message: 'It does not advance.' },
    { severity: 'error', message: 'The stream query-a: It was deleted.' },
    { severity: 'warning', message: expect.stringContaining('2 events') },
  ]);
});
