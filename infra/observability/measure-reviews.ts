import { reviewKinds, reviewVerdicts } from '../../domain/consultation/review/review-events.ts';
import type { Metrics } from '../../ports/metrics.ts';
import type { ReadModelReader } from '../../projections/read-model-reader.ts';
import { countReviews } from '../../projections/reviews/count-reviews.ts';
import { reviewsProjection } from '../../projections/reviews/projection.ts';
import { readInTime } from './read-in-time.ts';

/** Sets the gauges of reviews, or omits them if they cannot be counted in time. Never rejects. */
export const measureReviews = async (
  readModels: Pick<ReadModelReader, 'locate' | 'open'>,
  metrics: Metrics,
  timeout?: number,
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
  const counted = await readInTime(count(), timeout);
  metrics.forget('anamnesis_reviews');
  for (const { labels, reviews } of counted ?? []) metrics.gauge('anamnesis_reviews', reviews, labels);
};
