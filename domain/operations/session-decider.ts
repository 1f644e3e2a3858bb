import type { Decider } from '../kernel/decider.ts';
import { ok } from '../kernel/result.ts';
import type { SessionEvent } from './token-events.ts';

type EndSession = { readonly type: 'EndSession'; readonly session: string; readonly until: string };

type SessionState = { readonly endedUntil: string | undefined };

/** A token of an identity provider that was ended stays so, for the longest time that anybody has asked for. */
export const sessionDecider: Decider<EndSession, SessionEvent, SessionState> = {
  initialState: { endedUntil: undefined },
  decide: ({ session, until }, { endedUntil }) =>
    endedUntil !== undefined && endedUntil >= until
      ? ok([])
      : ok([{ type: 'SessionEnded', data: { session, until } }]),
  evolve: (_, { data }) => ({ endedUntil: data.until }),
};
