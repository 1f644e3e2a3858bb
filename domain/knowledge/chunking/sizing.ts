import type { TextSpan } from '../../clinical-text/text-span.ts';
import type { ChunkingPolicy } from './chunking-policy.ts';
import type { Measure } from './split-long-span.ts';
import type { TextUnit } from './unit-group.ts';

/** Measures units against the bounds of a policy. */
export type Sizing = {
  readonly policy: ChunkingPolicy;
  readonly measure: Measure;
  readonly sizeOf: (units: readonly TextUnit[]) => number;
  /** True when the units, with a lead before them, are within the maximum, measured as one text. */
  readonly fits: (units: readonly TextUnit[], lead?: string) => boolean;
};

export const spanOf = (units: readonly TextUnit[]): TextSpan => ({
  start: units[0]?.start ?? 0,
  end: units.at(-1)?.end ?? 0,
});

/** The sum of the tokens of single units exceeds that of their joint text, but rarely by more than this factor. */
const maxOvercount = 1.5;

/** Characters are counted exactly; tokens as the sum over the units plus one per joint, which is an upper bound. */
export const sizingFor = (text: string, policy: ChunkingPolicy, measure: Measure): Sizing => {
  const sizeOf = (units: readonly TextUnit[]): number => {
    if (units.length === 0) return 0;
    const { start, end } = spanOf(units);
    return policy.unit === 'characters' ? end - start : units.reduce((sum, { size }) => sum + size + 1, -1);
  };
  return {
    policy,
    measure,
    sizeOf,
    fits: (units, lead = '') => {
      const size = sizeOf(units) + (lead === '' ? 0 : measure(lead) + (policy.unit === 'tokens' ? 1 : 0));
      if (size <= policy.maximum) return true;
      if (policy.unit === 'characters' || size > policy.maximum * maxOvercount) return false;
      const { start, end } = spanOf(units);
      return measure(lead + text.slice(start, end)) <= policy.maximum;
    },
  };
};
