import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { closeBesideServer } from '../../../app/composition/close-beside-server.ts';
import { Failure, failure } from '../../../domain/kernel/failure.ts';
import { silentLogger } from '../../../ports/logger.ts';

const LIMIT = 2_500;
const silent = new Failure(failure('timeout', 'The database did not answer in time.'));
const gone = new Failure(failure('unavailable', 'The database cannot be reached.'));
const full = new Failure(failure('internal_error', 'The disk is full.'));

describe('closing the resources of a node on a database server', () => {
  const warnings: string[] = [];
  const logger = { ...silentLogger, warn: (_: object, text: string) => warnings.push(text) };
  beforeEach(() => {
    vi.useFakeTimers();
    warnings.length = 0;
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('succeeds without a warning when everything is closed', async () => {
    await closeBesideServer(LIMIT, Promise.resolve(), logger);
    expect(warnings).toEqual([]);
  });

  it.each([
    ['it is silent', silent],
    ['it is gone', gone],
    ['it is gone for several resources', new SuppressedError(gone, new SuppressedError(silent, gone))],
  ])('succeeds with a warning when the server cannot be reached: %s', async (_, error) => {
    await closeBesideServer(LIMIT, Promise.reject(error), logger);
    expect(warnings).toHaveLength(1);
  });

  it('succeeds with a warning when the server does not answer within the limit', async () => {
    const closed = closeBesideServer(LIMIT, new Promise(() => {}), logger);
    await vi.advanceTimersByTimeAsync(LIMIT);
    await closed;
    expect(warnings).toHaveLength(1);
  });

  it.each([
    ['alone', full],
    ['beside an unreachable server', new SuppressedError(gone, full)],
    ['before an unreachable server', new SuppressedError(full, gone)],
  ])('fails when anything else could not be closed, %s', async (_, error) => {
    await expect(closeBesideServer(LIMIT, Promise.reject(error), logger)).rejects.toBe(error);
    expect(warnings).toEqual([]);
  });
});
