import { subjectOfMetadata } from '../../../domain/privacy/stored-metadata.ts';
import type { StoredEvent } from '../../../ports/event-store.ts';
import type { SubjectKeyState } from '../../../ports/subject-key-state.ts';

/**
 * Whether the key of the person an event is about has been destroyed. The files that it names are then no longer needed:
 * they may be gone, and those that came back with a backup may go. Each subject is looked up once.
 */
export const createErasedEvents = (
  subjectKeyState: SubjectKeyState,
): ((event: Pick<StoredEvent, 'metadata'>) => Promise<boolean>) => {
  const known = new Map<string, boolean>();
  return async ({ metadata }) => {
    const subject = subjectOfMetadata(metadata);
    if (subject === undefined) return false;
    const before = known.get(subject);
    if (before !== undefined) return before;
    const [state] = await subjectKeyState([subject]);
    known.set(subject, state === 'destroyed');
    return state === 'destroyed';
  };
};
