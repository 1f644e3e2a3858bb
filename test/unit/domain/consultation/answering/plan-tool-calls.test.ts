import { expect, it } from 'vitest';
import { planToolCalls } from '../../../../../domain/consultation/answering/plan-tool-calls.ts';

it('tool-call planning refuses arguments nested too deeply to compare or serialize', () => {
  const deep = `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`;
  const written = [
    { id: 'call_1', name: 'look_up', arguments: deep },
    { id: 'call_2', name: 'look_up', arguments: '{"query":"asthma"}' },
  ];
  const [first, second] = planToolCalls(written, ['look_up'], []);
  expect(first).toMatchObject({ refused: expect.stringContaining('nested too deep') });
  expect(second).toMatchObject({ arguments: { query: 'asthma' } });
});
