import { prohibits } from '../../domain/consultation/excerpt/statement-kinds.ts';
import { counted } from '../../domain/kernel/counted.ts';
import type { SearchResult } from '../../ports/knowledge-search.ts';

const passages = (count: number): string => counted(count, 'passage');
const were = (count: number): string => (count === 1 ? 'was' : 'were');

/**
 * What a threshold left out, for a person: else nothing found and nothing good enough look alike, and what forbids a
 * drug may score below the dose of it.
 *
 * @param all what was found, best first
 * @param threshold the least score, from 0 to 1, of what is shown
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
