import { auditEntriesProjection } from './audit-entries/projection.ts';
import { conversationsProjection } from './conversations/projection.ts';
import { documentFeedbackProjection } from './document-feedback/projection.ts';
import { documentVersionsProjection } from './document-versions/projection.ts';
import { documentsProjection } from './documents/projection.ts';
import { feedbackProjection } from './feedback/projection.ts';
import { indexingJobsProjection } from './indexing-jobs/projection.ts';
import { parkedEventsProjection } from './parked-events/projection.ts';
import { queriesProjection } from './queries/projection.ts';
import { queryLogProjection } from './query-log/projection.ts';
import { type SomeKeyedProjection, someKeyedProjection } from './some-keyed-projection.ts';
import { timersProjection } from './timers/projection.ts';

/** Every read model that is a keyed fold over the log. */
export const keyedProjections: readonly SomeKeyedProjection[] = [
  someKeyedProjection(documentsProjection),
  someKeyedProjection(documentVersionsProjection),
  someKeyedProjection(indexingJobsProjection),
  someKeyedProjection(queriesProjection),
  someKeyedProjection(feedbackProjection),
  someKeyedProjection(documentFeedbackProjection),
  someKeyedProjection(queryLogProjection),
  someKeyedProjection(conversationsProjection),
  someKeyedProjection(auditEntriesProjection),
  someKeyedProjection(parkedEventsProjection),
  someKeyedProjection(timersProjection),
];
