import type { Position } from '../../../domain/kernel/event.ts';
import type { StoredEvent } from '../../../ports/event-store.ts';
import type { FilledLog } from './filled-log.ts';

/** All stored members of an event. */
export const storedMembers = [
  'position',
  'streamId',
  'revision',
  'id',
  'type',
  'schemaVersion',
  'recordedAt',
  'data',
  'metadata',
] as const satisfies readonly (keyof StoredEvent)[];

/** The first difference of two logs; `member` is undefined when the event is missing. */
export type Difference = {
  readonly position: Position;
  readonly member: (typeof storedMembers)[number] | undefined;
};

/** Compares the part of a log after a position with the same page of another one, byte by byte. */
export const firstDifference = async (
  log: Pick<FilledLog, 'read'>,
  after: Position,
  page: readonly StoredEvent[],
): Promise<Difference | undefined> => {
  const stored = await log.read(after, page.at(-1)?.position ?? after);
  for (const [index, event] of page.entries()) {
    const other = stored[index];
    const member = other && storedMembers.find((name) => other[name] !== event[name]);
    if (!other || member) return { position: event.position, member };
  }
  return undefined;
};
