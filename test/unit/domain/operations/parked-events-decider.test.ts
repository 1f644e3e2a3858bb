import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { foldState } from '../../../../domain/kernel/decider.ts';
import {
  addParkedEvent,
  findParked,
  noParkedEvents,
  removeParked,
} from '../../../../domain/operations/parked-events.ts';
import { parkedEventsDecider } from '../../../../domain/operations/parked-events-decider.ts';
import type { OperationsEvent } from '../../../../domain/operations/projection-events.ts';
import { given } from '../../../support/given.ts';

const consumer = 'indexing-worker';
const eventId = '00000000-0000-7000-8000-0000000000a1';
const facts = {
  consumer,
  eventId,
  eventType: 'IndexingRequested',
  streamId: 'indexing-1',
  position: 7,
  attempts: 5,
  reason: 'timeout',
  message: 'No answer in time.',
};
const park = { type: 'ParkEvent', ...facts } as const;
const replay = { type: 'RequestReplay', consumer, eventId } as const;
const resolve = { type: 'ResolveParkedEvent', consumer, eventId } as const;
const parked: OperationsEvent = { type: 'EventParked', data: facts };
const place = { consumer, eventId, position: 7 };
const replayRequested: OperationsEvent = { type: 'ParkedEventReplayRequested', data: place };
const resolved: OperationsEvent = { type: 'ParkedEventResolved', data: place };

describe('an event that is not parked', () => {
  test('is parked', () => {
    given(parkedEventsDecider).when(park).thenEvents(parked);
  });

  test('cannot be replayed', () => {
    given(parkedEventsDecider).when(replay).thenRefused('not_found');
    given(parkedEventsDecider, parked, resolved).when(replay).thenRefused('not_found');
  });

  test('is resolved without an event', () => {
    given(parkedEventsDecider, parked, resolved).when(resolve).thenNothing();
  });

  test('is not parked by a stray replay', () => {
    given(parkedEventsDecider, replayRequested).when(replay).thenRefused('not_found');
  });
});

describe('a parked event', () => {
  test('is not parked twice', () => {
    given(parkedEventsDecider, parked).when(park).thenNothing();
  });

  test('is replayed once at a time', () => {
    given(parkedEventsDecider, parked).when(replay).thenEvents(replayRequested).when(replay).thenNothing();
  });

  test('is parked again when its replay fails, and can be replayed again', () => {
    given(parkedEventsDecider, parked, replayRequested)
      .when({ ...park, attempts: 10 })
      .thenEvents({ type: 'EventParked', data: { ...facts, attempts: 10 } })
      .when(replay)
      .thenEvents(replayRequested);
  });

  test('is resolved, with or without a replay', () => {
    given(parkedEventsDecider, parked).when(resolve).thenEvents(resolved);
    given(parkedEventsDecider, parked, replayRequested)
      .when(resolve)
      .thenEvents(resolved)
      .when(park)
      .thenEvents(parked);
  });

  test('does not affect the others', () => {
    const other = '00000000-0000-7000-8000-0000000001a1';
    given(parkedEventsDecider, parked, { type: 'EventParked', data: { ...facts, eventId: other } }, resolved)
      .when({ ...replay, eventId: other })
      .thenEvents({ type: 'ParkedEventReplayRequested', data: { ...place, eventId: other } });
  });

  test('survives rebuilds of the projection that parked it', () => {
    given(parkedEventsDecider, parked, {
      type: 'ProjectionResetRequested',
      data: { projection: consumer, generation: 2 },
    })
      .when(park)
      .thenNothing();
  });
});

describe('the set of parked events', () => {
  test('behaves like a map and never changes an older version of itself', () => {
    const ids = Array.from({ length: 20 }, () => randomUUID());
    const change = fc.record({ id: fc.constantFrom(...ids), position: fc.nat(), remove: fc.boolean() });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 80 }), (changes) => {
        const model = new Map<string, number>();
        let parkedEvents = noParkedEvents;
        for (const { id, position, remove } of changes) {
          const before = parkedEvents;
          const known = findParked(before, id);
          parkedEvents = remove
            ? removeParked(before, id)
            : addParkedEvent(before, { eventId: id, position, replayRequested: false });
          if (remove) model.delete(id);
          else model.set(id, position);
          expect(findParked(before, id)).toEqual(known);
        }
        for (const id of ids) expect(findParked(parkedEvents, id)?.position).toEqual(model.get(id));
      }),
    );
  });

  test('folds ten thousand parked events and finds each', () => {
    const ids = Array.from({ length: 10_000 }, () => randomUUID());
    const history = ids.map(
      (id, index): OperationsEvent => ({
        type: 'EventParked',
        data: { ...facts, eventId: id, position: index + 1 },
      }),
    );
    const state = foldState(parkedEventsDecider, history);
    expect(ids.every((id, index) => findParked(state.parked, id)?.position === index + 1)).toBe(true);
  });
});
