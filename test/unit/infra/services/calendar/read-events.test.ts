import { describe, expect, test } from 'vitest';
import { dayRange, readEvents } from '../../../../../infra/services/calendar/read-events.ts';
import { centralEurope, icalendar, vevent } from '../../../../support/icalendar.ts';

const { signal } = new AbortController();

const read = async (
  components: readonly (readonly string[])[],
  { from = '2026-03-01', to = '2026-03-31', timeZone = 'Europe/Berlin' } = {},
) => {
  const range = dayRange(from, to, timeZone);
  const { items, skipped } = await readEvents([icalendar(...components.flat())], {
    range,
    calendarName: 'Work',
    timeZone,
    signal,
  });
  return {
    skipped,
    events: items
      .toSorted((one, other) => one.at - other.at)
      .map(({ event: { title, start, end } }) => `${title} ${start} – ${end}`),
  };
};

const starts = async (
  components: readonly (readonly string[])[],
  options?: { from?: string; to?: string; timeZone?: string },
) => (await read(components, options)).events.map((event) => event.replace(/ – .*/, ''));

/** A series with the given lines, an hour long. */
const series = (start: string, ...lines: readonly string[]) =>
  vevent('s', start, 'DURATION:PT1H', 'SUMMARY:S', ...lines);

describe('a recurring event', () => {
  test.each([
    ['every second', 'FREQ=SECONDLY'],
    ['every minute, a hundred million times', 'FREQ=MINUTELY;COUNT=100000000'],
    ['once in three million years', 'FREQ=DAILY;INTERVAL=1000000000'],
  ])('%s delays nothing and is counted', async (_, rule) => {
    expect(await read([series('DTSTART:19700101T000000Z', `RRULE:${rule}`)])).toEqual({
      events: [],
      skipped: 1,
    });
  });

  test.each([
    ['every 30th of February', 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30'],
    ['every second of a day that does not exist', 'FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30'],
    ['every minute of an hour in a far month', 'FREQ=MINUTELY;BYMONTH=12;BYHOUR=3;BYSECOND=1,2,3'],
    ['on a first Monday in the middle of the month', 'FREQ=MONTHLY;BYDAY=1MO;BYMONTHDAY=20'],
  ])('%s is expanded within limits', async (_, rule) => {
    expect(await read([series('DTSTART:20260101T100000Z', `RRULE:${rule}`)])).toEqual({
      events: [],
      skipped: 0,
    });
  });

  test.each(['FREQ=FORTNIGHTLY', 'FREQ=WEEKLY;BYDAY=XX', 'COUNT=3'])(
    'with the invalid rule %s is counted',
    async (rule) => {
      expect(await read([series('DTSTART:20260301T100000Z', `RRULE:${rule}`)])).toMatchObject({ skipped: 1 });
    },
  );

  test.each([
    ['FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1', '20250630', ['03-31']],
    ['FREQ=YEARLY;BYWEEKNO=10;BYDAY=TU', '20250304', ['03-03']],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=SU;WKST=SU', '20250601', ['03-08', '03-22']],
    ['FREQ=MONTHLY;BYMONTHDAY=-1;UNTIL=20260331', '20250630', ['03-31']],
    ['FREQ=DAILY;UNTIL=20260302T090000Z', '20250601', ['03-01', '03-02']],
    ['FREQ=DAILY;UNTIL=20260302T085959Z', '20250601', ['03-01']],
    ['FREQ=WEEKLY;COUNT=60;BYDAY=MO,FR', '20250815', ['03-02', '03-06', '03-09']],
    ['FREQ=DAILY;COUNT=3', '20260330', ['03-30', '03-31']],
    ['FREQ=DAILY;INTERVAL=400', '20250131', ['03-07']],
  ])('occurs by %s from %s on', async (rule, first, expected) => {
    const found = await starts([series(`DTSTART;TZID=Europe/Berlin:${first}T100000`, `RRULE:${rule}`)]);
    expect(found.map((start) => start.slice(7, 18))).toEqual(expected.map((day) => `${day}T10:00`));
  });

  test('follows the clock of its own zone, not that of the user', async () => {
    const found = await starts(
      [series('DTSTART;TZID=America/New_York:20260302T090000', 'RRULE:FREQ=WEEKLY')],
      { timeZone: 'UTC' },
    );
    // New York changed its clocks on the 8th.
    expect(found).toEqual([
      'S 2026-03-02T14:00:00+00:00',
      'S 2026-03-09T13:00:00+00:00',
      'S 2026-03-16T13:00:00+00:00',
      'S 2026-03-23T13:00:00+00:00',
      'S 2026-03-30T13:00:00+00:00',
    ]);
  });

  test('occurs later when the clocks skip its hour, and once when they show it twice', async () => {
    const night = series('DTSTART;TZID=Europe/Berlin:20260101T023000', 'RRULE:FREQ=DAILY');
    expect(await starts([night], { from: '2026-03-29', to: '2026-03-30' })).toEqual([
      'S 2026-03-29T03:30:00+02:00',
      'S 2026-03-30T02:30:00+02:00',
    ]);
    expect(await starts([night], { from: '2026-10-25', to: '2026-10-25' })).toEqual([
      'S 2026-10-25T02:30:00+02:00',
    ]);
  });

  test('continues as changed when this and all following occurrences were changed', async () => {
    const found = await read([
      series('DTSTART;TZID=Europe/Berlin:20260302T090000', 'RRULE:FREQ=WEEKLY'),
      vevent(
        's',
        'RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:20260316T090000',
        'DTSTART;TZID=Europe/Berlin:20260317T140000',
        'DTEND;TZID=Europe/Berlin:20260317T143000',
        'SUMMARY:Later',
      ),
      vevent(
        's',
        'RECURRENCE-ID;TZID=Europe/Berlin:20260323T090000',
        'DTSTART;TZID=Europe/Berlin:20260325T080000',
        'DURATION:PT2H',
        'SUMMARY:Once',
      ),
    ]);
    expect(found).toEqual({
      skipped: 0,
      events: [
        'S 2026-03-02T09:00:00+01:00 – 2026-03-02T10:00:00+01:00',
        'S 2026-03-09T09:00:00+01:00 – 2026-03-09T10:00:00+01:00',
        'Later 2026-03-17T14:00:00+01:00 – 2026-03-17T14:30:00+01:00',
        'Once 2026-03-25T08:00:00+01:00 – 2026-03-25T10:00:00+01:00',
        'Later 2026-03-31T14:00:00+02:00 – 2026-03-31T14:30:00+02:00',
      ],
    });
  });

  test('is moved into and out of the range by its changes', async () => {
    const found = await starts([
      series('DTSTART:20260202T090000Z', 'RRULE:FREQ=MONTHLY'),
      vevent('s', 'RECURRENCE-ID:20260302T090000Z', 'DTSTART:20260402T090000Z', 'SUMMARY:Out'),
      vevent('s', 'RECURRENCE-ID:20260402T090000Z', 'DTSTART:20260330T090000Z', 'SUMMARY:In'),
    ]);
    expect(found).toEqual(['In 2026-03-30T11:00:00+02:00']);
  });

  test('is shown by the single occurrence to which the user was invited', async () => {
    expect(
      await starts([
        vevent('s', 'RECURRENCE-ID:20260302T090000Z', 'DTSTART:20260302T100000Z', 'SUMMARY:Guest'),
      ]),
    ).toEqual(['Guest 2026-03-02T11:00:00+01:00']);
  });

  test('is omitted as a whole when cancelled, or for one date when that day or instant is excluded', async () => {
    expect(await read([series('DTSTART:20260302T090000Z', 'RRULE:FREQ=DAILY', 'STATUS:CANCELLED')])).toEqual({
      events: [],
      skipped: 0,
    });
    const found = await starts(
      [
        series(
          'DTSTART;TZID=Europe/Berlin:20260302T090000',
          'RRULE:FREQ=DAILY;COUNT=5',
          'EXDATE:20260303T080000Z',
          'EXDATE;VALUE=DATE:20260304',
        ),
      ],
      {},
    );
    expect(found).toEqual([
      'S 2026-03-02T09:00:00+01:00',
      'S 2026-03-05T09:00:00+01:00',
      'S 2026-03-06T09:00:00+01:00',
    ]);
  });

  test('by whole days has days, including the last one', async () => {
    const found = await read([
      vevent(
        'd',
        'DTSTART;VALUE=DATE:20260227',
        'DTEND;VALUE=DATE:20260302',
        'RRULE:FREQ=WEEKLY;COUNT=2',
        'RDATE;VALUE=DATE:20260320',
        'SUMMARY:D',
      ),
    ]);
    expect(found.events).toEqual([
      'D 2026-02-27 – 2026-03-01',
      'D 2026-03-06 – 2026-03-08',
      'D 2026-03-20 – 2026-03-22',
    ]);
  });

  test.each([
    ['a day', ';VALUE=DATE:20260303'],
    ['midnight in a zone', ';TZID=Europe/Berlin:20260303T000000'],
    ['midnight without a zone', ':20260303T000000'],
    ['midnight of the user in UTC', ':20260302T230000Z'],
  ])('by whole days omits and moves the day named by %s', async (_, named) => {
    const days = ['DTSTART;VALUE=DATE:20260302', 'RRULE:FREQ=DAILY;COUNT=3', 'SUMMARY:D'];
    expect(await starts([vevent('d', ...days, `EXDATE${named}`)])).toEqual(['D 2026-03-02', 'D 2026-03-04']);
    const moved = ['DTSTART;VALUE=DATE:20260310', 'SUMMARY:M', `RECURRENCE-ID${named}`];
    expect(await starts([vevent('d', ...days), vevent('d', ...moved)])).toEqual([
      'D 2026-03-02',
      'D 2026-03-04',
      'M 2026-03-10',
    ]);
  });
});

describe('a calendar time', () => {
  test.each(['EST', 'CET', '/freeassociation.sourceforge.net/MST'])(
    'in the zone %s is read by the rules in the object',
    async (id) => {
      const summer = vevent('t', `DTSTART;TZID=${id}:20260701T100000`, 'SUMMARY:T');
      expect(await starts([centralEurope(id), summer], { from: '2026-07-01', to: '2026-07-02' })).toEqual([
        'T 2026-07-01T10:00:00+02:00',
      ]);
    },
  );

  const at = (line: string, zone: readonly string[] = []) =>
    read([zone, vevent('t', line, 'SUMMARY:T')], { from: '2026-01-01', to: '2026-12-31' });

  test.each([
    ['with a custom name', 'My zone'],
    ['with its Windows name', 'W. Europe Standard Time'],
    ['with a name that only looks like an offset', '+05:00'],
  ])('in a zone %s is read by its description', async (_, id) => {
    const berlin = centralEurope(id);
    expect(await at(`DTSTART;TZID="${id}":20260115T120000`, berlin)).toMatchObject({
      events: [expect.stringContaining('T 2026-01-15T12:00:00+01:00')],
    });
    expect(await at(`DTSTART;TZID="${id}":20260715T120000`, berlin)).toMatchObject({
      events: [expect.stringContaining('T 2026-07-15T12:00:00+02:00')],
    });
  });

  test('in a zone whose name ends with that of another is read in that zone', async () => {
    expect(
      await at('DTSTART;TZID=/freeassociation.sourceforge.net/America/New_York:20260115T120000'),
    ).toMatchObject({ events: [expect.stringContaining('T 2026-01-15T18:00:00+01:00')] });
  });

  test.each([
    ['without a definition', 'DTSTART;TZID=Nowhere:20260115T120000', []],
    [
      'whose clocks change every second',
      'DTSTART;TZID=Mine:20260115T120000',
      centralEurope('Mine').map((line) => line.replace('YEARLY', 'SECONDLY')),
    ],
    [
      'without a transition',
      'DTSTART;TZID=Mine:20260115T120000',
      ['BEGIN:VTIMEZONE', 'TZID:Mine', 'END:VTIMEZONE'],
    ],
  ])('in a zone %s is counted', async (_, line, zone) => {
    expect(await at(line, zone)).toEqual({ events: [], skipped: 1 });
  });

  test('without a zone is in the configured time zone', async () => {
    const line = 'DTSTART:20260115T120000';
    const tokyo = await read([vevent('t', line, 'SUMMARY:T')], {
      from: '2026-01-15',
      to: '2026-01-15',
      timeZone: 'Asia/Tokyo',
    });
    expect(tokyo.events).toEqual(['T 2026-01-15T12:00:00+09:00 – 2026-01-15T12:00:00+09:00']);
  });
});

describe('a calendar object', () => {
  test.each([
    ['is not a calendar', 'hello'],
    ['is empty', ''],
    ['is truncated', 'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nSUMMARY:X\r\n'],
    ['has an event without a start', icalendar(...vevent('x', 'SUMMARY:X'))],
    ['has a date that does not exist', icalendar(...vevent('x', 'DTSTART;VALUE=DATE:20260230'))],
    ['has an invalid duration', icalendar(...vevent('x', 'DTSTART:20260301T000000Z', 'DURATION:PT1X'))],
    [
      'is endlessly nested',
      icalendar(
        ...Array.from({ length: 2000 }, () => 'BEGIN:VEVENT'),
        ...Array.from({ length: 2000 }, () => 'END:VEVENT'),
      ),
    ],
    [
      'has too many exceptions',
      icalendar(
        ...vevent(
          'x',
          'DTSTART:20260301T000000Z',
          'RRULE:FREQ=DAILY',
          ...Array.from(
            { length: 300 },
            () => `EXDATE:${Array.from({ length: 20 }, () => '20260301T000000Z').join(',')}`,
          ),
        ),
      ),
    ],
  ])('that %s is counted, and the others are read', async (_, broken) => {
    const good = icalendar(...vevent('g', 'DTSTART:20260302T100000Z', 'SUMMARY:Good'));
    const { items, skipped } = await readEvents([broken, good], {
      range: dayRange('2026-03-01', '2026-03-31', 'UTC'),
      calendarName: 'Work',
      timeZone: 'UTC',
      signal,
    });
    expect({ titles: items.map(({ event }) => event.title), skipped }).toEqual({
      titles: ['Good'],
      skipped: 1,
    });
  });

  test('with long texts and control characters is reduced to the limits of a list', async () => {
    const { items } = await readEvents(
      [
        icalendar(
          ...vevent(
            'x',
            'DTSTART:20260302T100000Z',
            `SUMMARY:${'a'.repeat(5000)}`,
            `DESCRIPTION:${'ü\u0007'.repeat(5000)}`,
          ),
        ),
      ],
      { range: dayRange('2026-03-01', '2026-03-31', 'UTC'), calendarName: 'W', timeZone: 'UTC', signal },
    );
    expect(items[0]?.event.title).toBe(`${'a'.repeat(237)}…`);
    expect(items[0]?.event.description).toBe(`${'ü'.repeat(298)}…`);
  });

  test('is not expanded after the caller has left', async () => {
    await expect(
      readEvents([icalendar()], {
        range: dayRange('2026-03-01', '2026-03-31', 'UTC'),
        calendarName: 'W',
        timeZone: 'UTC',
        signal: AbortSignal.abort(new Error('gone')),
      }),
    ).rejects.toThrow('gone');
  });
});
