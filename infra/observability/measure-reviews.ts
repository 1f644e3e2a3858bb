import { reviewKinds, reviewVerdicts } from '../../domain/consultation/review/review-events.ts';
import type { Metrics } from '../../ports/metrics.ts';
import type { ReadModelReader } from '../../projections/read-model-reader.ts';
import { countReviews } from '../../projections/reviews/count-reviews.ts';
import { reviewsProjection } from '../../projections/reviews/projection.ts';
import { waitAtMost } from '../resilience/wait-at-most.ts';

/** As for other gauges from the database, whose failure must not affect other metrics. */
const TIMEOUT_MS = 5_000;

/** Sets the gauges of reviews, or omits them if they cannot be counted in time. Never rejects. */
export const measureReviews = async (
  readModels: Pick<ReadModelReader, 'locate' | 'open'>,
  metrics: Metrics,
  timeout = TIMEOUT_MS,
): Promise<void> => {
  const count = async () => {
    await readModels.locate(reviewsProjection.name, 0, 0);
    const view = await readModels.open(reviewsProjection.name);
    return Promise.all(
      reviewKinds.flatMap((kind) =>
        ([null, ...reviewVerdicts] as const).map(async (verdict) => ({
          labels: { kind, verdict: verdict ?? ('none' as const) },
          reviews: await countReviews(view, kind, verdict),
        })),
      ),
    );
  };
  const counted = count();
  const known = await waitAtMost(timeout, counted).catch(() => false);
  metrics.forget('anamnesis_reviews');
  for (const { labels, reviews } of known ? await counted : [])
    metrics.gauge('anamnesis_reviews', reviews, labels);
};
