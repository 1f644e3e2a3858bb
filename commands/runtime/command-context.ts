import type { Revision } from '../../domain/kernel/event.ts';
import type { Fence } from '../../ports/leases.ts';
import type { Caller } from './caller.ts';

/** What a command is executed under: what is known of its caller, and its own terms. See `contextOf`. */
export type CommandContext = Pick<Caller, 'actor' | 'roles' | 'traceparent' | 'client' | 'heldToken'> & {
  /** Identifies this command; becomes the causation id of its events. */
  readonly commandId: string;
  readonly correlationId: string;
  /** The revision that the caller saw (`If-Match`); the command fails with `conflict` if it is no longer the last. */
  readonly expectedRevision?: Revision;
  /** The ownership under which a consumer executes this: once it is lost, nothing more is written. */
  readonly fence?: Fence;
};
