import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MAX_STOP_MS, stopInOrder } from '../../../app/stop-in-order.ts';
import { Failure, failure } from '../../../domain/kernel/failure.ts';

const refused = new Failure(failure('unavailable', 'The database did not close.'));

/** A process that receives a signal, with its messages and exit codes. */
const signalled = (stopServing: () => Promise<void>) => {
  const said: string[] = [];
  const codes: number[] = [];
  const stop = new AbortController();
  const handle = stopInOrder({
    stopServing,
    handedOver: () => Promise.reject(new Error('No token could be made.')),
    stop,
    say: (text) => said.push(text),
    exit: (code) => codes.push(code),
  });
  return { said, codes, stop, handle };
};

describe('a server that receives a stop signal', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('reports that it has stopped, and exits with 0', async () => {
    const { said, codes, stop, handle } = signalled(async () => {});
    handle();
    await vi.advanceTimersByTimeAsync(0);
    expect(stop.signal.aborted).toBe(true);
    expect(said.at(-1)).toBe('Stopped.');
    expect(codes).toEqual([0]);
  });

  it.each([
    ['a typed failure', refused, 'The database did not close.'],
    ['an unexpected error, whose message is hidden', new TypeError('Jane Doe'), 'Unexpected TypeError.'],
    [
      'several failures, of which the first is named',
      new SuppressedError(new Error('later'), new SuppressedError(new Error('then'), refused)),
      'The database did not close.',
    ],
  ])('reports why it could not stop in order, and its exit code: %s', async (_, error, why) => {
    const { said, codes, handle } = signalled(() => Promise.reject(error));
    handle();
    await vi.advanceTimersByTimeAsync(0);
    expect(said.at(-1)).toBe(
      `Not everything could be closed: ${why} Nothing acknowledged is lost. The exit code is 1.`,
    );
    expect(codes).toEqual([1]);
  });

  it('reports that stopping took too long', async () => {
    const { said, codes, handle } = signalled(() => new Promise(() => {}));
    handle();
    await vi.advanceTimersByTimeAsync(MAX_STOP_MS);
    expect(said.at(-1)).toBe(
      'Not everything stopped in time. Nothing acknowledged is lost. The exit code is 1.',
    );
    expect(codes).toEqual([1]);
  });

  it('exits immediately on a second signal, and reports it', () => {
    const { said, codes, handle } = signalled(() => new Promise(() => {}));
    handle();
    handle();
    expect(said.at(-1)).toBe(
      'Stopped by a second signal, with work in progress. Nothing acknowledged is lost. The exit code is 130.',
    );
    expect(codes).toEqual([130]);
  });
});
