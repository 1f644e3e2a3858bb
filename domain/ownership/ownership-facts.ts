import type { Role } from '../kernel/actor.ts';
import type { Share } from './share.ts';

/** Who wants access, as their token says. */
export type Accessor = {
  readonly id: string;
  /** The person for whom a service acts. */
  readonly onBehalfOf?: string | undefined;
  readonly roles: readonly Role[];
  readonly teams: readonly string[];
};

/** Who began something: for which person, and by whose token. */
export type StreamCreator = { readonly owner: string; readonly begunBy: string };

/** A break-glass grant that covers the thing, opened by the one who wants access. */
export type CoveringGrant = {
  readonly grantId: string;
  /** ISO 8601 UTC with milliseconds, by the clock of the log. */
  readonly expiresAt: string;
};

/** Everything about one thing that decides who may read and change it. */
export type OwnershipFacts = {
  /** Of a question inside a conversation both: the person who asked it, and the conversation's owner. */
  readonly creators: readonly StreamCreator[];
  readonly shares: readonly Share[];
  readonly grants: readonly CoveringGrant[];
};
