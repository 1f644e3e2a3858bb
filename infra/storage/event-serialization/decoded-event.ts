import type { RecordedEvent } from '../../../domain/kernel/event.ts';
import type { UnreadableEvent } from '../../../ports/event-store.ts';

/** The result of decoding a stored event: the event, or why it cannot be read. */
export type DecodedEvent =
  | { readonly readable: true; readonly event: RecordedEvent }
  | { readonly readable: false; readonly event: UnreadableEvent };
