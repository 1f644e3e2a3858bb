import type { RecordedEvent } from '../kernel/event.ts';
import { categoryOf } from '../kernel/identifiers.ts';
import type { AccessBasis } from '../ownership/access-grounds.ts';
import type { AccessEvent } from './access-events.ts';

/** The grounds that permitted a reading; undefined when only the permission did, and for other events. */
export const basisOf = (event: RecordedEvent): AccessBasis | undefined => {
  if (categoryOf(event.streamId) !== 'access') return undefined;
  // The log has validated each event against the schema of its type.
  const { data } = event as RecordedEvent<AccessEvent>;
  return 'basis' in data ? data.basis : undefined;
};
