import { describe, expect, test } from 'vitest';
import { projectionDecider } from '../../../../domain/operations/projection-decider.ts';
import type { OperationsEvent } from '../../../../domain/operations/projection-events.ts';
import { given } from '../../../support/given.ts';

const projection = 'documents';
const reset = { type: 'RequestReset', projection } as const;
const requested = (generation: number): OperationsEvent => ({
  type: 'ProjectionResetRequested',
  data: { projection, generation },
});
const switched = (generation: number, previous: number): OperationsEvent => ({
  type: 'ProjectionGenerationSwitched',
  data: { projection, generation, previous, builtTo: 100 },
});
const failed = (generation: number, message = 'The disk is full.'): OperationsEvent => ({
  type: 'ProjectionRebuildFailed',
  data: { projection, generation, message },
});
const switchTo = (generation: number) => ({ type: 'RecordSwitched', generation, builtTo: 100 }) as const;
const fail = (generation: number) =>
  ({ type: 'RecordFailed', generation, message: 'The disk is full.' }) as const;

describe('a projection', () => {
  test('starts with generation 1 live and builds generation 2 at the first reset', () => {
    expect(given(projectionDecider).state()).toEqual({ live: 1, last: 1, builtTo: 0 });
    given(projectionDecider).when(reset).thenEvents(requested(2));
  });

  test('keeps the reason of the person who asked for the reset', () => {
    const reason = 'The list lacks a document.';
    given(projectionDecider)
      .when({ ...reset, reason })
      .thenEvents({ type: 'ProjectionResetRequested', data: { projection, generation: 2, reason } });
  });

  test('has nothing to switch to or to fail before a reset', () => {
    given(projectionDecider).when(switchTo(2)).thenRefused('conflict');
    given(projectionDecider).when(fail(2)).thenRefused('conflict');
    given(projectionDecider).when(fail(1)).thenRefused('conflict');
  });
});

describe('a projection that is being rebuilt', () => {
  const rebuilding = given(projectionDecider, requested(2));

  test('refuses another reset', () => {
    rebuilding.when(reset).thenRefused('conflict', /Generation 2/);
    rebuilding.when({ ...reset, abandonedGeneration: 1 }).thenRefused('conflict');
  });

  test('is reset when the caller found that very rebuild dead', () => {
    rebuilding
      .when({ ...reset, abandonedGeneration: 2 })
      .thenEvents(failed(2, 'The rebuild was abandoned and started again.'), requested(3));
  });

  test('switches to the generation being built, and to no other', () => {
    rebuilding.when(switchTo(2)).thenEvents(switched(2, 1));
    rebuilding.when(switchTo(3)).thenRefused('conflict');
  });

  test('records a failure of the generation being built, and of no other', () => {
    rebuilding.when(fail(2)).thenEvents(failed(2));
    rebuilding.when(fail(3)).thenRefused('conflict');
    rebuilding.when(fail(1)).thenRefused('conflict');
  });
});

describe('a projection after a rebuild', () => {
  test('ignores a repeated switch or failure', () => {
    given(projectionDecider, requested(2), switched(2, 1)).when(switchTo(2)).thenNothing();
    given(projectionDecider, requested(2), failed(2)).when(fail(2)).thenNothing();
  });

  test('does not switch to a failed generation, nor fail the live one', () => {
    given(projectionDecider, requested(2), failed(2)).when(switchTo(2)).thenRefused('conflict');
    given(projectionDecider, requested(2), switched(2, 1)).when(fail(2)).thenRefused('conflict');
  });

  test('numbers generations upwards and never reuses a number', () => {
    const third = given(projectionDecider, requested(2), failed(2)).when(reset).thenEvents(requested(3));
    const live = third.when(switchTo(3)).thenEvents(switched(3, 1));
    expect(live.state()).toEqual({ projection, live: 3, last: 3, builtTo: 100 });
    live.when(reset).thenEvents(requested(4)).when(switchTo(4)).thenEvents(switched(4, 3));
  });
});

test('the parked events of a projection do not affect its generations', () => {
  const parked: OperationsEvent = {
    type: 'ParkedEventResolved',
    data: { consumer: projection, eventId: '00000000-0000-7000-8000-000000000001', position: 1 },
  };
  expect(given(projectionDecider, requested(2), parked).state()).toEqual({
    projection,
    live: 1,
    builtTo: 0,
    last: 2,
    building: 2,
  });
});
