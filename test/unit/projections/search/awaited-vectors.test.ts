import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Failure, failure } from '../../../../domain/kernel/failure.ts';
import { createAwaitedVectors, type VectorLocation } from '../../../../projections/search/awaited-vectors.ts';

const place = (blob: string): VectorLocation => ({ blob, dimensions: 1, chunkIds: ['chunk'] });
const away = new Failure(failure('unavailable', 'The store does not answer.'));
const missing = new Failure(failure('not_found', 'A stored file is missing.'));
const erased = new Failure(
  failure('not_found', 'This has been erased.', { details: { reason: 'subject_erased' } }),
);

describe('unreadable vectors', () => {
  const faults = new Map<string, Error>();
  const reads: string[] = [];
  const taken: string[] = [];
  const open = () =>
    createAwaitedVectors(
      {},
      {
        read: async (docKey) => {
          reads.push(docKey);
          const fault = faults.get(docKey) ?? faults.get('all');
          if (fault) throw fault;
          return [new Float32Array([1])];
        },
        take: (docKey, { blob }) => taken.push(`${docKey} ${blob}`),
      },
    );

  beforeEach(() => {
    vi.useFakeTimers();
    faults.clear();
    reads.length = 0;
    taken.length = 0;
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('are loaded when readable, after pauses that double up to a minute, and not requested again', async () => {
    const awaited = open();
    faults.set('note', missing);
    await awaited.load('note', place('a'));
    expect([awaited.count(), taken]).toEqual([1, []]);
    await vi.advanceTimersByTimeAsync(1000 + 2000 + 4000);
    expect(reads).toHaveLength(4);
    await vi.advanceTimersByTimeAsync(3_600_000);
    // Once a minute: a day of it is no load.
    expect(reads.length).toBeLessThan(4 + 65);
    faults.clear();
    await vi.advanceTimersByTimeAsync(60_000);
    expect([awaited.count(), taken]).toEqual([0, ['note a']]);
    const before = reads.length;
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(reads).toHaveLength(before);
  });

  it('of one lost file do not delay others, for any number of lost files', async () => {
    const awaited = open();
    for (let at = 0; at < 30; at += 1) {
      faults.set(`lost-${at}`, missing);
      await awaited.load(`lost-${at}`, place('a'));
    }
    faults.set('late', missing);
    await awaited.load('late', place('a'));
    faults.delete('late');
    reads.length = 0;
    await vi.advanceTimersByTimeAsync(1000);
    expect(reads).toHaveLength(20);
    await vi.advanceTimersByTimeAsync(2000);
    expect(taken).toEqual(['late a']);
    expect(awaited.count()).toBe(30);
  });

  it('are requested one by one while the store is away, and all together when it is back', async () => {
    const awaited = open();
    faults.set('all', away);
    for (let at = 0; at < 50; at += 1) await awaited.load(`note-${at}`, place('a'));
    expect(reads).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1000);
    expect(reads).toHaveLength(2);
    faults.clear();
    await vi.advanceTimersByTimeAsync(2000);
    expect([awaited.count(), taken.length]).toEqual([0, 50]);
  });

  it('are those of the current version, and of no removed or erased document', async () => {
    const awaited = open();
    for (const docKey of ['note', 'gone', 'erased']) {
      faults.set(docKey, missing);
      await awaited.load(docKey, place('a'));
    }
    await awaited.load('note', place('b'));
    awaited.forget('gone');
    faults.clear();
    faults.set('erased', erased);
    await vi.advanceTimersByTimeAsync(1000);
    expect([awaited.count(), taken]).toEqual([0, ['note b']]);
  });

  it('are waited for at most as long as a search may take, and finally not requested any more', async () => {
    const awaited = createAwaitedVectors({}, { read: () => new Promise(() => {}), take: () => {} });
    const loading = awaited.load('note', place('a'));
    await vi.advanceTimersByTimeAsync(5000);
    await loading;
    expect(awaited.count()).toBe(1);
    awaited.close();
    expect(vi.getTimerCount()).toBe(0);
  });
});
