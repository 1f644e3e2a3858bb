import type { Decider, Decision } from '../kernel/decider.ts';
import type { StreamId } from '../kernel/event.ts';
import { refuse } from '../kernel/failure.ts';
import { streamIdOf } from '../kernel/identifiers.ts';
import { ok } from '../kernel/result.ts';
import type { Due, TimerEvent } from './timer-events.ts';

/** The stream of one timer. */
export const timerStream = (timerId: string) => streamIdOf('timer', timerId);

type TimerFacts = { readonly timerId: string; readonly purpose: string; readonly about: StreamId };

type SetTimer = { readonly type: 'SetTimer'; readonly due: Due } & TimerFacts;
/** Fires the timer, because it is due by the clock that stamps the log. */
type FireTimer = { readonly type: 'FireTimer' };
type CancelTimer = { readonly type: 'CancelTimer' };
export type TimerCommand = SetTimer | FireTimer | CancelTimer;

type TimerState =
  | { readonly status: 'none' }
  | ({ readonly status: 'set' | 'fired' | 'cancelled'; readonly due: Due } & TimerFacts);

const isSameDue = (one: Due, other: Due): boolean =>
  'at' in one ? 'at' in other && one.at === other.at : 'afterMs' in other && one.afterMs === other.afterMs;

const set = (command: SetTimer, state: TimerState): Decision<TimerEvent> => {
  const { type: _, ...data } = command;
  if (state.status === 'none') return ok([{ type: 'TimerSet', data }]);
  const isRepeated =
    state.purpose === data.purpose && state.about === data.about && isSameDue(state.due, data.due);
  return isRepeated
    ? ok([])
    : refuse('conflict', 'A timer with this id was set for another purpose. Use another id.');
};

const decide = (command: TimerCommand, state: TimerState): Decision<TimerEvent> => {
  if (command.type === 'SetTimer') return set(command, state);
  if (state.status === 'none') return refuse('not_found', 'There is no such timer.');
  const { timerId, purpose, about } = state;
  const data = { timerId, purpose, about };
  if (command.type === 'FireTimer')
    return state.status === 'set' ? ok([{ type: 'TimerFired', data }]) : ok([]);
  // Refused, so that the caller learns that it is too late: consumers act on the fired timer.
  if (state.status === 'fired') return refuse('conflict', 'The timer has fired already.');
  return state.status === 'set' ? ok([{ type: 'TimerCancelled', data }]) : ok([]);
};

/** A timer fires once or is cancelled, whichever comes first in the log, and is never set again. */
export const timerDecider: Decider<TimerCommand, TimerEvent, TimerState> = {
  initialState: { status: 'none' },
  decide,
  evolve: (state, event) => {
    switch (event.type) {
      case 'TimerSet':
        return { status: 'set', ...event.data };
      case 'TimerFired':
        return state.status === 'none' ? state : { ...state, status: 'fired' };
      case 'TimerCancelled':
        return state.status === 'none' ? state : { ...state, status: 'cancelled' };
    }
  },
};
