import { allTraps } from '../eval/traps/all-traps.ts';
import type { UnanswerableQuery } from '../eval/unanswerable/unanswerable-queries.ts';

const unanswerable: readonly UnanswerableQuery[] = [
  { id: 'un-001', query: 'How is the router reset?', kind: 'not medical', absent: 'router' },
];

/** A trap, a question without an answer and a few notes in the place of all: separate tests cover those. */
export const fewQuestions = { traps: allTraps.slice(0, 1), unanswerable, notes: 100 };
