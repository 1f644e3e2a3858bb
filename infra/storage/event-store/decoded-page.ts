import { type LogPage, unreadableFailure } from '../../../ports/event-store.ts';
import type { DecodedEvent } from '../event-serialization/decoded-event.ts';

/** Decoded events; unreadable ones are listed separately. */
type DecodedPage = Pick<LogPage, 'events' | 'unreadable'>;

export const decodedPage = (decoded: readonly DecodedEvent[]): DecodedPage => ({
  events: decoded.flatMap((one) => (one.readable ? [one.event] : [])),
  unreadable: decoded.flatMap((one) => (one.readable ? [] : [one.event])),
});

/** The events of a page in order up to a position; ends with the failure of the first one that cannot be read. */
export function* eventsUpTo({ events, unreadable: [first] }: DecodedPage, end = Number.POSITIVE_INFINITY) {
  for (const event of events) {
    if (event.position > Math.min(end, first?.position ?? end)) break;
    yield event;
  }
  if (first && first.position <= end) throw unreadableFailure(first);
}
