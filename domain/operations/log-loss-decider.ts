import type { Decider } from '../kernel/decider.ts';
import { streamIdOf } from '../kernel/identifiers.ts';
import { ok } from '../kernel/result.ts';
import type { LogLossEvent } from './log-loss-events.ts';

/** The one stream that records the events lost by the database. */
export const logLossStream = streamIdOf('operations', 'log-loss');

export type LogLossCommand = { readonly type: 'RecordLogEventsLost' } & LogLossEvent['data'];

type LogLossState = { readonly losses: readonly Pick<LogLossEvent['data'], 'keptTo' | 'lostTo'>[] };

/**
 * Every node detects a loss, each having read up to a different position: it is recorded once, and again only by a node
 * that had read further. A later loss starts after the record of an earlier one, unless that record was lost too.
 */
export const logLossDecider: Decider<LogLossCommand, LogLossEvent, LogLossState> = {
  initialState: { losses: [] },
  decide: ({ type: _, ...data }, { losses }) => {
    const isKnown = losses.some(({ keptTo, lostTo }) => data.keptTo <= keptTo && data.lostTo <= lostTo);
    return ok(isKnown ? [] : [{ type: 'LogEventsLost', data }]);
  },
  evolve: ({ losses }, { data: { keptTo, lostTo } }) => ({ losses: [...losses, { keptTo, lostTo }] }),
};
