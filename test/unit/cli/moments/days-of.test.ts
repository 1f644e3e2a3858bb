import { describe, expect, it } from 'vitest';
import { periodOf } from '../../../../cli/commands/moment-options.ts';
import { daysOf } from '../../../../cli/moments/days-of.ts';

/** A Saturday. In Auckland it is Sunday already. */
const now = '2026-11-28T20:00:00.000Z';

describe('a span of days', () => {
  it.each([
    ['today', '2026-11-28T00:00:00.000Z', now],
    ['yesterday', '2026-11-27T00:00:00.000Z', '2026-11-27T23:59:59.999Z'],
    ['this week', '2026-11-23T00:00:00.000Z', now],
    ['last week', '2026-11-16T00:00:00.000Z', '2026-11-22T23:59:59.999Z'],
    ['last month', '2026-10-01T00:00:00.000Z', '2026-10-31T23:59:59.999Z'],
    ['2026-02', '2026-02-01T00:00:00.000Z', '2026-02-28T23:59:59.999Z'],
    ['2026-W47', '2026-11-16T00:00:00.000Z', '2026-11-22T23:59:59.999Z'],
    ['2026-W01', '2025-12-29T00:00:00.000Z', '2026-01-04T23:59:59.999Z'],
    ['2026-W53', '2026-12-28T00:00:00.000Z', '2027-01-03T23:59:59.999Z'],
  ])('%s begins and ends where a calendar says', (text, first, last) => {
    expect(daysOf(text, 'UTC', now)).toEqual({ first, last });
  });

  it('is that of the time zone, whose clocks may have gone forward or back, and where it may be tomorrow', () => {
    expect(daysOf('yesterday', 'Europe/Berlin', now)).toEqual({
      first: '2026-11-26T23:00:00.000Z',
      last: '2026-11-27T22:59:59.999Z',
    });
    expect(daysOf('today', 'Pacific/Auckland', now).first).toBe('2026-11-28T11:00:00.000Z');
    // 25 hours: the clocks go back.
    expect(daysOf('2026-10-25', 'Europe/Berlin', now)).toEqual({
      first: '2026-10-24T22:00:00.000Z',
      last: '2026-10-25T22:59:59.999Z',
    });
    // The clocks skip midnight.
    expect(daysOf('2018-11-04', 'America/Sao_Paulo', now).first).toBe('2018-11-04T03:00:00.000Z');
  });

  it('is refused for a week that the year does not have', () => {
    expect(() => daysOf('2025-W53', 'UTC', now)).toThrow('2025 has no week 53.');
  });
});

describe('the ends of a period', () => {
  it('are sent as they are written where the server understands them', async () => {
    const written = { from: '120', to: '2026-01-31' };
    expect(await periodOf(written)).toEqual(written);
    expect(await periodOf({ from: '2026-01-31T08:00:00+01:00', zone: 'Europe/Berlin' })).toEqual({
      from: '2026-01-31T08:00:00+01:00',
    });
  });

  it('are the first and the last instant of days in a time zone', async () => {
    expect(await periodOf({ from: '2026-W05', to: '2026-01-31', zone: 'Europe/Berlin' })).toEqual({
      from: '2026-01-25T23:00:00.000Z',
      to: '2026-01-31T22:59:59.999Z',
    });
  });
});
