import { analyse } from 'scslre';
import type { FoundPattern } from './collect-patterns.ts';

const how = {
  Trade: 'two repetitions share',
  Self: 'a repetition shares with itself',
  Move: 'every start reads',
} as const;

/** What makes a pattern take more than linear time, with the character to repeat; nothing where none is known. */
export const slownessOf = ({ source, flags }: Pick<FoundPattern, 'source' | 'flags'>): string | undefined => {
  const [report] = analyse({ source, flags }).reports;
  return report && `${how[report.type]} ${JSON.stringify(report.character.pick)}`;
};
