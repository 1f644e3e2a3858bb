import type { ReviewKind } from '../../domain/consultation/review/review-events.ts';
import type { ReadModelView } from '../read-model-reader.ts';
import { type ReviewRow, reviewEntity } from './entity.ts';

/** How many reviews of a kind have a verdict, or null for none yet. Reads read model `reviews`. */
export const countReviews = (
  view: ReadModelView,
  kind: ReviewKind,
  verdict: ReviewRow['verdict'],
): Promise<number> => view.entities.count(reviewEntity, { kind, verdict });
