import { prohibits } from '../../domain/consultation/excerpt/statement-kinds.ts';
import { counted } from '../../domain/kernel/counted.ts';
import type { SearchResult } from '../../ports/knowledge-search.ts';

const passages = (count: number): string => counted(count, 'passage');
const were = (count: number): string => (count === 1 ? 'was' : 'were');

/**
 * Describes the results that a threshold left out. Otherwise "nothing found" and "nothing good enough" look alike,
 * and a passage that forbids a drug may score below one that gives its dose.
 *
 * @param all results, best first
 * @param threshold the lowest score shown, from 0 to 1
 */
export const belowThreshold = (
  all: readonly Pick<SearchResult, 'passage' | 'score'>[],
  threshold: number,
): readonly string[] => {
  const hidden = all.filter(({ score }) => score < threshold);
  const [best] = all;
  if (best === undefined || hidden.length === 0) return [];
  const forbidding = hidden.filter(({ passage }) => prohibits(passage.text)).length;
  const forbids =
    forbidding === 0
      ? ''
      : ` Of those left out ${passages(forbidding)} forbid${forbidding === 1 ? 's' : ''} or except${forbidding === 1 ? 's' : ''} something.`;
  const left =
    hidden.length === all.length
      ? `${passages(all.length)} ${were(all.length)} found, none with a score of ${threshold} or more; the best has ${Math.floor(best.score * 1000) / 1000}.`
      : `${passages(hidden.length)} with a score below ${threshold} ${were(hidden.length)} found as well but left out.`;
  return [`${left}${forbids}`];
};
