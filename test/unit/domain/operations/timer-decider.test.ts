import { describe, test } from 'vitest';
import { timerDecider } from '../../../../domain/operations/timer-decider.ts';
import type { TimerEvent } from '../../../../domain/operations/timer-events.ts';
import { given } from '../../../support/given.ts';

const facts = { timerId: 'confirm-7', purpose: 'confirmation-expiry', about: 'tool_call-7' } as const;
const due = { afterMs: 60_000 };
const set = { type: 'SetTimer', ...facts, due } as const;
const fire = { type: 'FireTimer' } as const;
const cancel = { type: 'CancelTimer' } as const;
const wasSet: TimerEvent = { type: 'TimerSet', data: { ...facts, due } };
const fired: TimerEvent = { type: 'TimerFired', data: facts };
const cancelled: TimerEvent = { type: 'TimerCancelled', data: facts };

describe('a timer that does not exist', () => {
  test('is set', () => {
    given(timerDecider).when(set).thenEvents(wasSet);
  });

  test('neither fires nor is cancelled', () => {
    given(timerDecider).when(fire).thenRefused('not_found');
    given(timerDecider).when(cancel).thenRefused('not_found');
  });
});

describe('a timer that is set', () => {
  test('is not set a second time by the same command', () => {
    given(timerDecider, wasSet).when(set).thenNothing();
  });

  test('cannot become another timer', () => {
    const others = [
      { ...set, purpose: 'review' },
      { ...set, about: 'tool_call-8' },
      { ...set, due: { afterMs: 61_000 } },
      { ...set, due: { at: '2026-01-01T00:00:00.000Z' } },
    ] as const;
    for (const other of others) given(timerDecider, wasSet).when(other).thenRefused('conflict');
  });

  test('fires once', () => {
    given(timerDecider, wasSet).when(fire).thenEvents(fired).when(fire).thenNothing();
  });

  test('is cancelled once, and then never fires', () => {
    given(timerDecider, wasSet).when(cancel).thenEvents(cancelled).when(cancel).thenNothing();
    given(timerDecider, wasSet, cancelled).when(fire).thenNothing();
  });

  test('keeps its state: setting it again after its end starts nothing', () => {
    given(timerDecider, wasSet, fired).when(set).thenNothing();
    given(timerDecider, wasSet, cancelled).when(set).thenNothing();
  });
});

test('cannot be cancelled after it has fired', () => {
  given(timerDecider, wasSet, fired).when(cancel).thenRefused('conflict', /fired/);
});
