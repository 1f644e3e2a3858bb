import { accessEvents } from './audit/access-events.ts';
import { auditReviewEvents } from './audit/audit-review-events.ts';
import { backupEvents } from './audit/backup-events.ts';
import { conversationEvents } from './consultation/conversation-events.ts';
import { queryEvents } from './consultation/query-events.ts';
import { indexingEvents } from './indexing/indexing-events.ts';
import type { EventOf } from './kernel/event-definition.ts';
import { documentEvents } from './knowledge/document-events.ts';
import { componentEvents } from './operations/component-events.ts';
import { costEvents } from './operations/cost-events.ts';
import { embeddingModelEvents } from './operations/embedding-model-events.ts';
import { examinationEvents } from './operations/examination-events.ts';
import { logLossEvents } from './operations/log-loss-events.ts';
import { masterKeyEvents } from './operations/master-key-events.ts';
import { operationsEvents } from './operations/projection-events.ts';
import { reindexingEvents } from './operations/reindexing-events.ts';
import { sealingEvents } from './operations/sealing-events.ts';
import { settingsEvents } from './operations/settings-events.ts';
import { timerEvents } from './operations/timer-events.ts';
import { tokenEvents } from './operations/token-events.ts';
import { witnessingEvents } from './operations/witnessing-events.ts';
import { breakGlassEvents } from './ownership/break-glass-events.ts';
import { subjectEvents } from './privacy/subject-events.ts';
import { toolCallEvents } from './tools/tool-call-events.ts';

/** Every event type of the system. */
export const allEvents = [
  ...documentEvents,
  ...indexingEvents,
  ...conversationEvents,
  ...queryEvents,
  ...toolCallEvents,
  ...operationsEvents,
  ...examinationEvents,
  ...embeddingModelEvents,
  ...reindexingEvents,
  ...settingsEvents,
  ...componentEvents,
  ...costEvents,
  ...logLossEvents,
  ...sealingEvents,
  ...witnessingEvents,
  ...masterKeyEvents,
  ...timerEvents,
  ...tokenEvents,
  ...accessEvents,
  ...auditReviewEvents,
  ...backupEvents,
  ...subjectEvents,
  ...breakGlassEvents,
] as const;
export type AnyEvent = EventOf<(typeof allEvents)[number]>;
