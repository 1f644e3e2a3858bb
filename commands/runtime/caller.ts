import type { Actor, Role } from '../../domain/kernel/actor.ts';
import type { Client } from '../../domain/kernel/event.ts';
import type { AccessGrounds } from '../../domain/ownership/access-grounds.ts';
import type { HeldToken } from '../../ports/authenticator.ts';

/**
 * The caller of a command or a read, from any interface. Each interface builds one from what it has (a token, an
 * event, the user of the machine); everything that the log records about the caller comes from it.
 */
export type Caller = {
  /** The actor, in the role that permits the request; see `actorFor`. */
  readonly actor: Actor;
  /** Unique to this request; becomes the id of its command. A UUID. */
  readonly requestId: string;
  /** The id of the external request that caused this one; absent when this is that request. */
  readonly correlationId?: string;
  /** W3C Trace Context. */
  readonly traceparent?: string;
  /** The client that sent the request. */
  readonly client?: Client;
  /** The caller's token, if it can be revoked individually. */
  readonly heldToken?: HeldToken;
  /** All roles of the caller's token; absent for parts of the system, whose role is in `actor`. */
  readonly roles?: readonly Role[];
  /** The caller's care teams. */
  readonly teams?: readonly string[];
  /** The reason that the caller gave; sensitive, because it may name a patient. */
  readonly reason?: string;
  /** The grounds for access to a person's data; absent when the request involves none. */
  readonly access?: AccessGrounds;
};
