import { subjectOfMetadata } from '../../../domain/privacy/stored-metadata.ts';
import type { StoredEvent } from '../../../ports/event-store.ts';
import type { SubjectKeyState } from '../../../ports/subject-key-state.ts';

/**
 * Returns a predicate: whether the key of the data subject of an event has been destroyed. The files named by such an
 * event are no longer needed: they may be missing, and copies restored from a backup may be removed. Each subject is
 * looked up once.
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
