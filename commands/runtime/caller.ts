import type { Actor, Role } from '../../domain/kernel/actor.ts';
import type { Client } from '../../domain/kernel/event.ts';
import type { AccessGrounds } from '../../domain/ownership/access-grounds.ts';
import type { HeldToken } from '../../ports/authenticator.ts';

/**
 * Who asks, whatever door they came in by. Each door makes one from what it knows (a token, an event, the user of the
 * machine); what the log records of a command or of a reading follows from it alone.
 */
export type Caller = {
  /** In the role that allows what they ask for; see `actorFor`. */
  readonly actor: Actor;
  /** Unique to this asking: becomes the id of its command. A UUID. */
  readonly requestId: string;
  /** Of the request from outside that this follows from; absent where this is that request. */
  readonly correlationId?: string;
  /** W3C Trace Context. */
  readonly traceparent?: string;
  /** Where they ask from. */
  readonly client?: Client;
  /** The token by which they are known, where it can be ended for itself. */
  readonly heldToken?: HeldToken;
  /** All that their token lets them be; absent for parts of the system, which are what `actor` says. */
  readonly roles?: readonly Role[];
  /** Their care teams. */
  readonly teams?: readonly string[];
  /** Why they ask, in their own words; sensitive, for it may name a patient. */
  readonly reason?: string;
  /** On what grounds they are given what belongs to a person; absent where nothing of the kind was asked for. */
  readonly access?: AccessGrounds;
};
