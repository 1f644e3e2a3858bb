import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Failure, failure, failureCodes } from '../../../domain/kernel/failure.ts';
import { silentMetrics } from '../../../ports/metrics.ts';
import { failureResponse, publicFailureReason } from '../../../read-api/failure-response.ts';
import { formatEvent } from '../../../read-api/streams/server-sent-events.ts';
import { createStreamSlots } from '../../../read-api/streams/stream-slots.ts';
import { withHeartbeats } from '../../../read-api/streams/with-heartbeats.ts';

describe('a failure response', () => {
  it('has the status of the contract for each code', () => {
    const statuses = Object.fromEntries(
      failureCodes.map((code) => [code, failureResponse(failure(code, 'x'), 't', 'now').status]),
    );
    expect(statuses).toEqual({
      validation_error: 400,
      unauthenticated: 401,
      permission_denied: 403,
      not_found: 404,
      method_not_allowed: 405,
      conflict: 409,
      payload_too_large: 413,
      unsupported_media_type: 415,
      rule_violated: 422,
      rate_limit_exceeded: 429,
      internal_error: 500,
      external_api_error: 502,
      unavailable: 503,
      timeout: 504,
    });
  });

  it('includes everything that helps the caller', () => {
    const reason = failure('unavailable', 'The search is down.', {
      component: 'search-index',
      retryAfter: 1.2,
      fallbackResponse: 'See the printed protocols.',
      details: { attempts: 3 },
    });
    const { body, headers, status } = failureResponse(reason, 'trace', '2025-01-01T00:00:00.000Z');
    expect(status).toBe(503);
    expect(headers['Retry-After']).toBe('2');
    expect(body).toEqual({
      type: 'urn:anamnesis:problem:unavailable',
      title: 'Not available at the moment',
      status: 503,
      detail: 'The search is down.',
      success: false,
      error: reason,
      metadata: { traceId: 'trace' },
      timestamp: '2025-01-01T00:00:00.000Z',
    });
  });

  it('reveals nothing of unexpected errors, even our own', () => {
    const general = publicFailureReason(new TypeError('Jane'));
    expect(JSON.stringify(general)).not.toContain('Jane');
    expect(general.code).toBe('internal_error');
    const internal = new Failure(failure('internal_error', 'Table x', { details: { table: 'x' } }));
    expect(publicFailureReason(internal)).toEqual(general);
    expect(publicFailureReason('thrown text')).toEqual(general);
  });
});

describe('server-sent events', () => {
  it('keep their data on one line, whatever it contains', () => {
    const text = formatEvent({ id: 7, event: 'answer', data: { answer: 'a\r\nb\n\nid: 9\u2028' } });
    expect(text.split('\n')).toHaveLength(5);
    expect(text.startsWith('id: 7\nevent: answer\ndata: {')).toBe(true);
  });

  it('are interleaved with keep-alives, and none is lost', async () => {
    async function* source() {
      yield 1;
      await delay(60);
      yield 2;
      yield 3;
    }
    const seen = await Array.fromAsync(withHeartbeats(source(), 20));
    expect(seen.filter((item) => item !== 'silence')).toEqual([1, 2, 3]);
    expect(seen.filter((item) => item === 'silence').length).toBeGreaterThanOrEqual(1);
  });

  it('pass the failure of their source on, even during a silence', async () => {
    async function* source() {
      yield 1;
      await delay(50);
      throw new Error('broken');
    }
    await expect(Array.fromAsync(withHeartbeats(source(), 20))).rejects.toThrow('broken');
  });

  it('release their source when the reader leaves', async () => {
    let released = false;
    async function* source() {
      try {
        for (let number = 0; ; number += 1) yield number;
      } finally {
        released = true;
      }
    }
    for await (const item of withHeartbeats(source(), 1000)) if (item === 3) break;
    await delay(0);
    expect(released).toBe(true);
  });
});

describe('stream slots', () => {
  it('are released once, however often they are returned', () => {
    const slots = createStreamSlots({ maxStreams: 10, maxStreamsPerCaller: 1 }, silentMetrics);
    const giveBack = slots.take('a');
    expect(() => slots.take('a')).toThrow(Failure);
    giveBack();
    giveBack();
    slots.take('a');
    expect(() => slots.take('a')).toThrow(Failure);
    slots.take('b');
  });
});
