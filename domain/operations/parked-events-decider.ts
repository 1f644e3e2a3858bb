import type { Decider, Decision } from '../kernel/decider.ts';
import { refuse } from '../kernel/failure.ts';
import { omitUndefined } from '../kernel/omit-undefined.ts';
import { ok } from '../kernel/result.ts';
import {
  addParkedEvent,
  findParked,
  noParkedEvents,
  type ParkedEvents,
  removeParked,
} from './parked-events.ts';
import type { OperationsEvent } from './projection-events.ts';

type EventParkedData = Extract<OperationsEvent, { type: 'EventParked' }>['data'];

/** Parks an event for now. `message` is for a person and free of PHI. */
export type ParkEvent = { readonly type: 'ParkEvent' } & Readonly<EventParkedData>;
type RequestReplay = {
  readonly type: 'RequestReplay';
  readonly consumer: string;
  readonly eventId: string;
};
/** The event was handled after all. */
type ResolveParkedEvent = {
  readonly type: 'ResolveParkedEvent';
  readonly consumer: string;
  readonly eventId: string;
};

export type ParkedEventsCommand = ParkEvent | RequestReplay | ResolveParkedEvent;
export type ParkedEventsState = { readonly parked: ParkedEvents };

/**
 * An event that fails again after a replay, or when its turn comes, is parked again, to record its new attempts and
 * reason.
 */
const park = (command: ParkEvent, { parked }: ParkedEventsState): Decision<OperationsEvent> => {
  const known = findParked(parked, command.eventId);
  const itsTurnCame = known?.waitsBehind !== undefined && command.waitsBehind === undefined;
  if (known && !known.replayRequested && !itsTurnCame) return ok([]);
  const { type: _, ...data } = command;
  return ok([{ type: 'EventParked', data }]);
};

const requestReplay = (command: RequestReplay, { parked }: ParkedEventsState): Decision<OperationsEvent> => {
  const { consumer, eventId } = command;
  const known = findParked(parked, eventId);
  if (!known) return refuse('not_found', 'The consumer has no such parked event.');
  if (known.replayRequested) return ok([]);
  const { waitsBehind } = known;
  if (waitsBehind !== undefined && findParked(parked, waitsBehind)) {
    return refuse(
      'conflict',
      'The event waits behind an earlier parked one, and is handled automatically after it. Replay the earlier one.',
      { details: { waitsBehind } },
    );
  }
  return ok([{ type: 'ParkedEventReplayRequested', data: { consumer, eventId, position: known.position } }]);
};

const resolve = (command: ResolveParkedEvent, { parked }: ParkedEventsState): Decision<OperationsEvent> => {
  const { consumer, eventId } = command;
  const known = findParked(parked, eventId);
  return known
    ? ok([{ type: 'ParkedEventResolved', data: { consumer, eventId, position: known.position } }])
    : ok([]);
};

/** The parked events of a consumer, from the stream `projection-<consumer>`. */
export const parkedEventsDecider: Decider<ParkedEventsCommand, OperationsEvent, ParkedEventsState> = {
  initialState: { parked: noParkedEvents },
  decide: (command, state) => {
    switch (command.type) {
      case 'ParkEvent':
        return park(command, state);
      case 'RequestReplay':
        return requestReplay(command, state);
      case 'ResolveParkedEvent':
        return resolve(command, state);
    }
  },
  evolve: (state, event) => {
    switch (event.type) {
      case 'EventParked': {
        const { eventId, position, key, waitsBehind } = event.data;
        const order = {
          ...omitUndefined({ key, waitsBehind }),
        };
        return {
          parked: addParkedEvent(state.parked, { eventId, position, replayRequested: false, ...order }),
        };
      }
      case 'ParkedEventReplayRequested': {
        const known = findParked(state.parked, event.data.eventId);
        return known ? { parked: addParkedEvent(state.parked, { ...known, replayRequested: true }) } : state;
      }
      case 'ParkedEventResolved':
        return { parked: removeParked(state.parked, event.data.eventId) };
      default:
        return state; // A projection's rebuilds share the stream of what it parked.
    }
  },
};
