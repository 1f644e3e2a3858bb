import type { Revision } from '../../domain/kernel/event.ts';
import type { Fence } from '../../ports/leases.ts';
import type { Caller } from './caller.ts';

/** The context of a command: its caller's details and its own terms. See `contextOf`. */
export type CommandContext = Pick<Caller, 'actor' | 'roles' | 'traceparent' | 'client' | 'heldToken'> & {
  /** Identifies this command; becomes the causation id of its events. */
  readonly commandId: string;
  readonly correlationId: string;
  /** The revision that the caller saw (`If-Match`); the command fails with `conflict` if it is no longer current. */
  readonly expectedRevision?: Revision;
  /** The lease under which a consumer executes this; once it is lost, nothing more is written. */
  readonly fence?: Fence;
};
