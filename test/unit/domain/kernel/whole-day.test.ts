import { describe, expect, it } from 'vitest';
import { firstInstantOf, instantBefore, lastInstantOf } from '../../../../domain/kernel/whole-day.ts';

describe('a date without a time', () => {
  it('means the whole day, at both ends', () => {
    expect(firstInstantOf('2026-11-22')).toBe('2026-11-22T00:00:00.000Z');
    expect(lastInstantOf('2026-11-22')).toBe('2026-11-22T23:59:59.999Z');
    expect(instantBefore('2026-11-22')).toBe('2026-11-21T23:59:59.999Z');
  });
});

describe('an instant', () => {
  it('is unchanged at both ends, in any time zone', () => {
    for (const end of [firstInstantOf, lastInstantOf])
      expect(end('2026-11-22T10:00:00+01:00')).toBe('2026-11-22T09:00:00.000Z');
    expect(instantBefore('2026-11-22T10:00:00.000Z')).toBe('2026-11-22T09:59:59.999Z');
  });

  it('stays within the range of the log', () => {
    expect(firstInstantOf('0001-01-01')).toBe('1970-01-01T00:00:00.000Z');
    expect(lastInstantOf('9999-12-31')).toBe('9999-12-31T23:59:59.999Z');
  });
});

it('is distinguished from values that are neither', () => {
  for (const text of ['yesterday', '2026-13-01', '']) {
    expect(firstInstantOf(text)).toBeUndefined();
    expect(lastInstantOf(text)).toBeUndefined();
  }
});
