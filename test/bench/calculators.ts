import { calculators } from '../../domain/tools/calculators/calculators.ts';
import type { Benchmark } from './harness/benchmark.ts';
import { compare } from './harness/compare.ts';
import { interleave } from './harness/interleave.ts';

const perSecond = async (count: number, work: (turn: number) => void): Promise<number> => {
  const started = performance.now();
  for (let turn = 0; turn < count; turn += 1) work(turn);
  return count / ((performance.now() - started) / 1000);
};

/** The calculators alone, including reading, validating and converting parameters, without a database. */
export const calculatorSpeed: Benchmark = {
  name: 'calculators',
  run: async ({ quick }) => {
    const calls = quick ? 2000 : 50_000;
    const inputs = calculators.map(({ example }) => JSON.stringify(example));
    const at = <Item>(items: readonly Item[], turn: number): Item | undefined => items[turn % items.length];
    const speeds = await interleave(quick ? 1 : 7, {
      calculate: () =>
        perSecond(calls, (turn) => {
          const calculator = at(calculators, turn);
          if (calculator?.calculate(calculator.example).ok !== true)
            throw new Error('The input was refused.');
        }),
      refuse: () =>
        perSecond(calls, (turn) => {
          if (at(calculators, turn)?.calculate({}).ok !== false) throw new Error('Expected a refusal.');
        }),
      parse: () => perSecond(calls, (turn) => JSON.parse(at(inputs, turn) ?? '')),
    });
    const baseline = 'reading the same parameters as JSON';
    return {
      figures: [
        compare({
          name: 'calculations of all calculators in turn',
          unit: 'calls/s',
          measured: speeds.calculate,
          baseline,
          baselineMeasured: speeds.parse,
          aim: 'above 20,000 calls/s',
        }),
        compare({
          name: 'refusals with a sentence for each parameter',
          unit: 'calls/s',
          measured: speeds.refuse,
          baseline,
          baselineMeasured: speeds.parse,
        }),
      ],
      notes: [`${calculators.length} calculators in one thread, each with its own example`],
    };
  },
};
