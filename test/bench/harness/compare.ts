import type { Figure } from './benchmark.ts';
import { median } from './statistics.ts';

type Comparison = Pick<Figure, 'name' | 'unit' | 'baseline' | 'aim'> & {
  /** One value per round. */
  readonly measured: readonly number[];
  readonly baselineMeasured: readonly number[];
};

/** A figure from the rounds of a benchmark and its baseline: the ratio of their medians. */
export const compare = ({ measured, baselineMeasured, ...named }: Comparison): Figure => {
  const value = median(measured);
  const baselineValue = median(baselineMeasured);
  return { ...named, measured: value, baselineMeasured: baselineValue, ratio: value / baselineValue };
};
