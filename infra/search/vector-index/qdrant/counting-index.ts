import { mayLeavePremises } from '../../../../domain/privacy/may-leave-premises.ts';
import type { VectorIndex } from '../../../../ports/vector-index.ts';
import type { PointCounts } from '../point-counts.ts';

/**
 * Creates an index that discards vectors and only counts those that Qdrant would be given, for verification
 * folds that must leave nothing outside the database.
 */
export const createCountingIndex = ({
  counts,
  leavesThePremises,
}: {
  readonly counts: Pick<PointCounts, 'create' | 'put'>;
  readonly leavesThePremises: boolean;
}): VectorIndex => ({
  check: async () => {},
  createGeneration: (session, generation) => counts.create(session, generation),
  holdsGeneration: async () => true,
  keepGenerations: async () => {},
  putDocument: (session, generation, docKey, points) =>
    counts.put(
      session,
      generation,
      docKey,
      leavesThePremises ? points.filter(mayLeavePremises).length : points.length,
    ),
  search: async () => [],
  count: async () => 0,
  countOf: async () => new Map(),
});
