import type { Role } from '../kernel/actor.ts';
import type { Share } from './share.ts';

/** The person who wants access, according to their token. */
export type Accessor = {
  readonly id: string;
  /** The person for whom a service acts. */
  readonly onBehalfOf?: string | undefined;
  readonly roles: readonly Role[];
  readonly teams: readonly string[];
};

/** The origin of a thing: the person for whom it was begun, and the token that began it. */
export type StreamCreator = { readonly owner: string; readonly begunBy: string };

/** A break-glass grant that covers the thing, opened by the person who wants access. */
export type CoveringGrant = {
  readonly grantId: string;
  /** ISO 8601 UTC with milliseconds, by the clock of the log. */
  readonly expiresAt: string;
};

/** All facts about a thing that decide who may read and change it. */
export type OwnershipFacts = {
  /** For a question in a conversation both: the person who asked it, and the owner of the conversation. */
  readonly creators: readonly StreamCreator[];
  readonly shares: readonly Share[];
  readonly grants: readonly CoveringGrant[];
};
