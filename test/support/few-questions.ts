import { allTraps } from '../eval/traps/all-traps.ts';
import type { UnanswerableQuery } from '../eval/unanswerable/unanswerable-queries.ts';

const unanswerable: readonly UnanswerableQuery[] = [
  { id: 'un-001', query: 'How is the router reset?', kind: 'not medical', absent: 'router' },
];

/**
 * Small samples for evaluation runs: one trap, one unanswerable question and 100 notes. Separate tests cover the full
 * sets.
 */
export const fewQuestions = { traps: allTraps.slice(0, 1), unanswerable, notes: 100 };
