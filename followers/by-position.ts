import type { RecordedEvent } from '../domain/kernel/event.ts';
import type { LogPage, UnreadableEvent } from '../ports/event-store.ts';

/** What comes next in the log: an event, or one that this version of the program cannot read. */
export type NextEvent =
  | { readonly readable: true; readonly event: RecordedEvent }
  | { readonly readable: false; readonly event: UnreadableEvent };

/** A page's readable and unreadable events as they follow one another in the log. */
export const byPosition = ({ events, unreadable }: LogPage): readonly NextEvent[] => {
  const readable = events.map((event): NextEvent => ({ readable: true, event }));
  if (unreadable.length === 0) return readable;
  const others = unreadable.map((event): NextEvent => ({ readable: false, event }));
  return [...readable, ...others].toSorted((a, b) => a.event.position - b.event.position);
};
