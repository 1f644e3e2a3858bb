import { describe, expect, it } from 'vitest';
import { parkedEventsProjection } from '../../../projections/parked-events/projection.ts';
import { rowsAfter } from '../../support/fold-projection.ts';
import { secondsIn, uuidOf } from '../../support/recorded-history.ts';
import { parked, replayRequested, resolved } from '../../support/sample-events.ts';

const eventId = uuidOf(1);
const key = `indexing-worker/${eventId}`;

describe('the parked events', () => {
  it('name the consumer, the event and the reason', () => {
    expect(rowsAfter(parkedEventsProjection, parked('indexing-worker', eventId)).get(key)).toEqual({
      parkedKey: key,
      consumer: 'indexing-worker',
      eventId,
      eventType: 'IndexingRequested',
      streamId: 'indexing-1',
      position: 17,
      attempts: 5,
      reason: 'timeout',
      message: 'The extractor did not answer.',
      waitsBehind: null,
      untold: null,
      parkedAt: secondsIn(1),
      parkedPosition: 1,
      replayRequestedAt: null,
    });
  });

  it('show a requested replay until the event fails again', () => {
    const history = [parked('indexing-worker', eventId), replayRequested('indexing-worker', eventId)];
    expect(rowsAfter(parkedEventsProjection, ...history).get(key)?.replayRequestedAt).toBe(secondsIn(2));
    expect(
      rowsAfter(parkedEventsProjection, ...history, parked('indexing-worker', eventId, 6)).get(key),
    ).toMatchObject({ attempts: 6, parkedAt: secondsIn(3), replayRequestedAt: null });
  });

  it('are removed when handled, for that consumer only', () => {
    const rows = rowsAfter(
      parkedEventsProjection,
      parked('indexing-worker', eventId),
      parked('query-orchestrator', eventId),
      replayRequested('indexing-worker', eventId),
      resolved('indexing-worker', eventId),
    );
    expect([...rows.keys()]).toEqual([`query-orchestrator/${eventId}`]);
  });

  it('do not include an event that was not parked before a replay request', () => {
    expect(rowsAfter(parkedEventsProjection, replayRequested('indexing-worker', eventId)).size).toBe(0);
  });
});
