import type { ReadModelView } from '../read-model-reader.ts';
import { type ReviewRow, reviewEntity } from './entity.ts';

/** Reviews read per query. */
const BATCH = 500;

type ResolvedDetection = Pick<ReviewRow, 'reviewId' | 'kind' | 'queryId'> & {
  readonly verdict: NonNullable<ReviewRow['verdict']>;
};

/** Detections of PHI with a verdict, oldest first, as of the view's position. Reads read model `reviews`. */
export async function* resolvedDetections(view: ReadModelView): AsyncGenerator<ResolvedDetection> {
  let after = 0;
  for (;;) {
    const rows = await view.entities.find(
      reviewEntity,
      { kind: 'phi', state: 'resolved', openedPosition: { $gt: after, $lte: view.position } },
      { orderBy: { openedPosition: 'asc' }, limit: BATCH, disableIdentityMap: true },
    );
    for (const { reviewId, kind, queryId, verdict } of rows)
      if (verdict !== null) yield { reviewId, kind, queryId, verdict };
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return;
    after = last.openedPosition;
  }
}
