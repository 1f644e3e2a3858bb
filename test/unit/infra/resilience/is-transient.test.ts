import { describe, expect, it } from 'vitest';
import { Failure, type FailureCode, failure } from '../../../../domain/kernel/failure.ts';
import { isUnreachable } from '../../../../domain/kernel/is-unreachable.ts';
import { isTransient } from '../../../../infra/resilience/is-transient.ts';
import { isServerError } from '../../../../infra/resilience/upstream-status-of.ts';

const failed = (code: FailureCode, status?: number): Failure =>
  new Failure(failure(code, 'x', status === undefined ? {} : { details: { upstream_status: status } }));

describe('the transience of a failure', () => {
  it.each<[FailureCode, boolean, boolean]>([
    ['unavailable', true, true],
    ['rate_limit_exceeded', true, false],
    ['timeout', false, true],
    ['external_api_error', false, false],
    ['not_found', false, false],
    ['permission_denied', false, false],
  ])('%s: transient %s, unreachable %s', (code, transient, unreachable) => {
    expect(isTransient(failed(code))).toBe(transient);
    expect(isUnreachable(failed(code))).toBe(unreachable);
  });

  it('is unknown for errors of other kinds', () => {
    for (const error of [new Error('unavailable'), undefined, { reason: { code: 'unavailable' } }])
      expect([isTransient(error), isUnreachable(error), isServerError(error)]).toEqual([false, false, false]);
  });

  it('distinguishes a server that failed from one that refused', () => {
    expect(
      [500, 503, 404, undefined].map((status) => isServerError(failed('external_api_error', status))),
    ).toEqual([true, true, false, false]);
  });
});
