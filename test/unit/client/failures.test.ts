import { describe, expect, it } from 'vitest';
import { ConnectionFailure, fieldIssues, isRefused, RefusedRequest } from '../../../client/failures.ts';
import { createServerClock } from '../../../client/server-clock.ts';
import { refused } from '../../support/client-stand-in.ts';

const refusal = (...reason: Parameters<typeof refused>): RefusedRequest => {
  const { status, body } = refused(...reason);
  return new RefusedRequest(status, JSON.parse(body));
};

describe('a refusal', () => {
  it('is known by its code', () => {
    const conflict = refusal({ code: 'conflict', message: 'It was answered already.' });
    expect(isRefused(conflict, 'not_found', 'conflict')).toBe(true);
    expect(isRefused(conflict, 'not_found')).toBe(false);
    expect(isRefused(new ConnectionFailure('broken', 'Gone.'), 'conflict')).toBe(false);
  });

  it('says what is wrong with which field', () => {
    const issues = [{ path: 'filters.specialty', message: 'Unknown field' }];
    const invalid = refusal({ code: 'validation_error', message: 'Wrong.', details: { issues } });
    expect(fieldIssues(invalid)).toEqual(issues);
    expect(fieldIssues(refusal({ code: 'conflict', message: 'No.' }))).toEqual([]);
    expect(fieldIssues(new Error('Other.'))).toEqual([]);
  });
});

describe('the clock of the server', () => {
  it('is followed by the timestamps of answers, however wrong the clock here is', () => {
    let here = 0;
    const clock = createServerClock(() => here);
    expect(clock.now()).toBe(0);
    clock.note('1970-01-01T00:02:00.000Z');
    clock.note('');
    clock.note(undefined);
    here = 1000;
    expect(clock.now()).toBe(121_000);
  });
});
