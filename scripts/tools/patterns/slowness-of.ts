import { analyse } from 'scslre';
import type { FoundPattern } from './collect-patterns.ts';

const how = {
  Trade: 'two repetitions share',
  Self: 'a repetition shares with itself',
  Move: 'every start reads',
} as const;

/** The reason why a pattern takes more than linear time, with the character to repeat; undefined if there is none. */
export const slownessOf = ({ source, flags }: Pick<FoundPattern, 'source' | 'flags'>): string | undefined => {
  const [report] = analyse({ source, flags }).reports;
  return report && `${how[report.type]} ${JSON.stringify(report.character.pick)}`;
};
