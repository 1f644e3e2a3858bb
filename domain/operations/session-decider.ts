import type { Decider } from '../kernel/decider.ts';
import { ok } from '../kernel/result.ts';
import type { SessionEvent } from './token-events.ts';

type EndSession = { readonly type: 'EndSession'; readonly session: string; readonly until: string };

type SessionState = { readonly endedUntil: string | undefined };

/** A revoked token of an identity provider stays revoked for the longest time requested. */
export const sessionDecider: Decider<EndSession, SessionEvent, SessionState> = {
  initialState: { endedUntil: undefined },
  decide: ({ session, until }, { endedUntil }) =>
    endedUntil !== undefined && endedUntil >= until
      ? ok([])
      : ok([{ type: 'SessionEnded', data: { session, until } }]),
  evolve: (_, { data }) => ({ endedUntil: data.until }),
};
