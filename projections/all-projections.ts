import { auditEntriesProjection } from './audit-entries/projection.ts';
import { conversationsProjection } from './conversations/projection.ts';
import { documentVersionsProjection } from './document-versions/projection.ts';
import { documentsProjection } from './documents/projection.ts';
import { indexingJobsProjection } from './indexing-jobs/projection.ts';
import { parkedEventsProjection } from './parked-events/projection.ts';
import { queriesProjection } from './queries/projection.ts';

/** Every read model that is a keyed fold over the log. */
export const keyedProjections = [
  documentsProjection,
  documentVersionsProjection,
  indexingJobsProjection,
  queriesProjection,
  conversationsProjection,
  auditEntriesProjection,
  parkedEventsProjection,
] as const;
