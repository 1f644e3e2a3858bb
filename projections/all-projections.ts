import { auditEntriesProjection } from './audit-entries/projection.ts';
import { auditReviewsProjection } from './audit-reviews/projection.ts';
import { breakGlassProjection } from './break-glass/projection.ts';
import { conversationSharesProjection } from './conversation-shares/projection.ts';
import { conversationsProjection } from './conversations/projection.ts';
import { documentFeedbackProjection } from './document-feedback/projection.ts';
import { documentVersionsProjection } from './document-versions/projection.ts';
import { documentsProjection } from './documents/projection.ts';
import { erasuresProjection } from './erasures/projection.ts';
import { feedbackProjection } from './feedback/projection.ts';
import { indexingJobsProjection } from './indexing-jobs/projection.ts';
import type { KeyedProjection } from './keyed-projection.ts';
import { modelCallsProjection } from './model-calls/projection.ts';
import { parkedEventsProjection } from './parked-events/projection.ts';
import { queriesProjection } from './queries/projection.ts';
import { queryLogProjection } from './query-log/projection.ts';
import { reviewsProjection } from './reviews/projection.ts';
import { timersProjection } from './timers/projection.ts';
import { tokensProjection } from './tokens/projection.ts';
import { toolCallsProjection } from './tool-calls/projection.ts';

/**
 * A keyed projection with its row type hidden, so that projections with different rows fit in one list. The only way
 * to use it is to pass work that is generic in the row: `projection((keyed) => run(keyed))`.
 */
type SomeKeyedProjection = <Result>(
  use: <Row extends object>(projection: KeyedProjection<Row>) => Result,
) => Result;

/** Hides the row type of a projection. */
const someKeyedProjection =
  <Row extends object>(projection: KeyedProjection<Row>): SomeKeyedProjection =>
  (use) =>
    use(projection);

/** Every read model that is a keyed fold over the log. */
export const keyedProjections: readonly SomeKeyedProjection[] = [
  someKeyedProjection(documentsProjection),
  someKeyedProjection(documentVersionsProjection),
  someKeyedProjection(indexingJobsProjection),
  someKeyedProjection(queriesProjection),
  someKeyedProjection(feedbackProjection),
  someKeyedProjection(documentFeedbackProjection),
  someKeyedProjection(queryLogProjection),
  someKeyedProjection(reviewsProjection),
  someKeyedProjection(conversationsProjection),
  someKeyedProjection(conversationSharesProjection),
  someKeyedProjection(breakGlassProjection),
  someKeyedProjection(auditEntriesProjection),
  someKeyedProjection(auditReviewsProjection),
  someKeyedProjection(parkedEventsProjection),
  someKeyedProjection(timersProjection),
  someKeyedProjection(tokensProjection),
  someKeyedProjection(erasuresProjection),
  someKeyedProjection(modelCallsProjection),
  someKeyedProjection(toolCallsProjection),
];
