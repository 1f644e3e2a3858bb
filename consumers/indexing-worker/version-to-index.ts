import type { EventOf } from '../../domain/kernel/event-definition.ts';
import type { documentVersionAdded } from '../../domain/knowledge/document-events.ts';

/** The version to index, as its event describes it. */
export type VersionToIndex = EventOf<typeof documentVersionAdded>['data'];
