import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { systemClock } from '../../../../../infra/installation/system-clock.ts';
import { createAskCalendars } from '../../../../../infra/services/calendar/ask-calendars.ts';
import { createCalendars } from '../../../../../infra/services/calendar/create-calendars.ts';
import { unwatchedComponents } from '../../../../../ports/component-health.ts';
import { silentMetrics } from '../../../../../ports/metrics.ts';
import { failureOf } from '../../../../support/failure-of.ts';
import { centralEurope, icalendar, vevent, vtodo } from '../../../../support/icalendar.ts';
import { radicaleAt, testCaldavUrl } from '../../../../support/radicale.ts';

describe.skipIf(testCaldavUrl === undefined)('calendars on Radicale', () => {
  const radicale = radicaleAt(testCaldavUrl ?? 'http://127.0.0.1/{user}/');
  const calendars = createCalendars({
    configuration: {
      home: radicale.home,
      login: radicale.login,
      onPremises: true,
      timeZone: 'Europe/Berlin',
    },
    ask: createAskCalendars({ onPremises: true, metrics: silentMetrics, health: unwatchedComponents }),
    clock: systemClock,
  });
  const { signal } = new AbortController();
  const made: [user: string, calendar: string][] = [];
  const calendarOf = async (user: string, ...rest: [string, { path?: string; holds?: string[] }?]) => {
    const calendar = await radicale.makeCalendar(user, ...rest);
    made.push([user, calendar]);
    return calendar;
  };
  afterEach(async () => {
    for (const [user, calendar] of made.splice(0)) await radicale.remove(user, calendar);
  });

  const march = { from: '2026-03-01', to: '2026-03-31', limit: 100, signal };
  const put = (calendar: string, ...components: readonly (readonly string[])[]) =>
    radicale.put('anna', calendar, icalendar(...components.flat()));
  const shown = async (range: Partial<typeof march> & { calendarName?: string } = {}) => {
    const { items } = await calendars.findEvents({ user: 'anna', ...march, ...range });
    return items.map(({ title, start, end }) => `${title}: ${start} – ${end}`);
  };

  test('find nothing in an empty calendar, and everything in the others', async () => {
    await calendarOf('anna', 'Empty');
    expect(await calendars.findEvents({ user: 'anna', ...march })).toEqual({
      items: [],
      total: 0,
      skipped: 0,
    });
    await put(await calendarOf('anna', 'Work'), vevent('round', 'DTSTART:20260302T080000Z', 'SUMMARY:Round'));
    expect((await calendars.findEvents({ user: 'anna', ...march })).total).toBe(1);
    await calendars.findTasks({ user: 'anna', status: 'all', limit: 10, signal });
  });

  test('return the events of all calendars by start, in the local time zone', async () => {
    const work = await calendarOf('anna', 'Work');
    const home = await calendarOf('anna', 'Home & Garden');
    await put(
      work,
      vevent(
        'round',
        'DTSTART;TZID=America/New_York:20260302T030000',
        'DTEND;TZID=America/New_York:20260302T040000',
        'SUMMARY:Ward round\\, 5 North',
        'LOCATION:5 North',
        'DESCRIPTION:First line\\nsecond line',
      ),
    );
    await put(home, vevent('late', 'DTSTART:20260302T200000Z', 'DURATION:PT90M', 'SUMMARY:Choir'));
    await put(home, vevent('floating', 'DTSTART:20260302T070000', 'SUMMARY:Run'));
    await put(home, vevent('whole', 'DTSTART;VALUE=DATE:20260302', 'SUMMARY:Holiday'));
    const { items, total, skipped } = await calendars.findEvents({ user: 'anna', ...march });
    expect(items).toEqual([
      {
        id: 'whole',
        title: 'Holiday',
        start: '2026-03-02',
        end: '2026-03-02',
        calendarName: 'Home & Garden',
        allDay: true,
      },
      {
        id: 'floating',
        title: 'Run',
        start: '2026-03-02T07:00:00+01:00',
        end: '2026-03-02T07:00:00+01:00',
        calendarName: 'Home & Garden',
        allDay: false,
      },
      {
        id: 'round',
        title: 'Ward round, 5 North',
        start: '2026-03-02T09:00:00+01:00',
        end: '2026-03-02T10:00:00+01:00',
        location: '5 North',
        description: 'First line\nsecond line',
        calendarName: 'Work',
        allDay: false,
      },
      {
        id: 'late',
        title: 'Choir',
        start: '2026-03-02T21:00:00+01:00',
        end: '2026-03-02T22:30:00+01:00',
        calendarName: 'Home & Garden',
        allDay: false,
      },
    ]);
    expect({ total, skipped }).toEqual({ total: 4, skipped: 0 });
    expect(await shown({ limit: 1 })).toHaveLength(1);
    expect((await calendars.findEvents({ user: 'anna', ...march, limit: 1 })).total).toBe(4);
    expect(await shown({ calendarName: 'work' })).toEqual([
      'Ward round, 5 North: 2026-03-02T09:00:00+01:00 – 2026-03-02T10:00:00+01:00',
    ]);
  });

  test('expand recurring events, with their exceptions, additions and changes', async () => {
    const calendar = await calendarOf('anna', 'Work');
    const at = (time: string) => `TZID=Europe/Berlin:${time}`;
    await put(
      calendar,
      centralEurope(),
      vevent(
        'weekly',
        `DTSTART;${at('20260105T090000')}`,
        `DTEND;${at('20260105T093000')}`,
        'RRULE:FREQ=WEEKLY;BYDAY=MO',
        `EXDATE;${at('20260309T090000')}`,
        `RDATE;${at('20260311T150000')}`,
        'SUMMARY:Handover',
      ),
      vevent(
        'weekly',
        `RECURRENCE-ID;${at('20260316T090000')}`,
        `DTSTART;${at('20260317T110000')}`,
        `DTEND;${at('20260317T120000')}`,
        'SUMMARY:Handover (moved)',
      ),
      vevent(
        'weekly',
        `RECURRENCE-ID;${at('20260323T090000')}`,
        `DTSTART;${at('20260323T090000')}`,
        'STATUS:CANCELLED',
        'SUMMARY:Handover',
      ),
    );
    expect(await shown()).toEqual([
      'Handover: 2026-03-02T09:00:00+01:00 – 2026-03-02T09:30:00+01:00',
      'Handover: 2026-03-11T15:00:00+01:00 – 2026-03-11T15:30:00+01:00',
      'Handover (moved): 2026-03-17T11:00:00+01:00 – 2026-03-17T12:00:00+01:00',
      // At nine local time, even after the clock change on the 29th.
      'Handover: 2026-03-30T09:00:00+02:00 – 2026-03-30T09:30:00+02:00',
    ]);
  });

  test('include events across the bounds of a range, and exclude those that only touch it', async () => {
    const calendar = await calendarOf('anna', 'Work');
    await put(calendar, vevent('a', 'DTSTART:20260228T200000Z', 'DTEND:20260301T050000Z', 'SUMMARY:Night'));
    await put(calendar, vevent('b', 'DTSTART:20260228T200000Z', 'DTEND:20260228T230000Z', 'SUMMARY:Before'));
    await put(
      calendar,
      vevent('c', 'DTSTART;VALUE=DATE:20260226', 'DTEND;VALUE=DATE:20260301', 'SUMMARY:Trip'),
    );
    await put(
      calendar,
      vevent('d', 'DTSTART;VALUE=DATE:20260226', 'DTEND;VALUE=DATE:20260302', 'SUMMARY:Leave'),
    );
    await put(calendar, vevent('e', 'DTSTART:20260301T225959Z', 'SUMMARY:Last second'));
    await put(calendar, vevent('f', 'DTSTART:20260301T230000Z', 'SUMMARY:Next day'));
    expect(await shown({ from: '2026-03-01', to: '2026-03-01' })).toEqual([
      'Leave: 2026-02-26 – 2026-03-01',
      'Night: 2026-02-28T21:00:00+01:00 – 2026-03-01T06:00:00+01:00',
      'Last second: 2026-03-01T23:59:59+01:00 – 2026-03-01T23:59:59+01:00',
    ]);
  });

  test('show a person only their own calendars', async () => {
    const calendar = await calendarOf('anna', 'Work');
    const other = await calendarOf('bert', 'Private');
    await put(calendar, vevent('a', 'DTSTART:20260302T100000Z', 'SUMMARY:Of Anna'));
    await radicale.put(
      'bert',
      other,
      icalendar(...vevent('b', 'DTSTART:20260302T100000Z', 'SUMMARY:Of Bert')),
    );
    expect(await shown()).toEqual([expect.stringContaining('Of Anna')]);
    for (const user of ['../bert', 'anna/../bert', 'bert/', '..', '', 'anna?', 'anna#', 'b%65rt', 'bert\\'])
      expect(await failureOf(calendars.findEvents({ user, ...march }))).toMatchObject({
        code: 'permission_denied',
      });
    expect(
      await failureOf(calendars.findEvents({ user: 'anna', ...march, calendarName: 'Private' })),
    ).toMatchObject({ code: 'not_found', message: 'There is no calendar with that name. There is: Work.' });
  });

  test('store an event once, whatever it contains, and read it back', async () => {
    await calendarOf('anna', 'Work');
    const key = randomUUID();
    const create = () =>
      calendars.createEvent({
        user: 'anna',
        key,
        calendarName: 'Default',
        draft: {
          title: 'Review; "5 North", \\ and more\r\nATTENDEE:mailto:x@example.org',
          start: '2026-03-02T14:00:00',
          end: '2026-03-02T15:00:00',
          location: 'Room 1\u2028X-EVIL:1',
          description: 'One\rEND:VEVENT\nBEGIN:VEVENT\u0085UID:other\u0000',
          allDay: false,
        },
        signal,
      });
    const event = await create();
    expect(event).toEqual({
      id: expect.stringMatching(/^anamnesis-[0-9a-f]{40}$/),
      title: 'Review; "5 North", \\ and more ATTENDEE:mailto:x@example.org',
      start: '2026-03-02T14:00:00+01:00',
      end: '2026-03-02T15:00:00+01:00',
      location: 'Room 1 X-EVIL:1',
      description: 'One\nEND:VEVENT\nBEGIN:VEVENT\nUID:other',
      calendarName: 'Work',
      allDay: false,
    });
    expect(event.id).not.toContain(key);
    // Twice concurrently, and again after a crash.
    expect(await Promise.all([create(), create()])).toEqual([event, event]);
    expect(await calendars.findEvents({ user: 'anna', ...march })).toEqual({
      items: [event],
      total: 1,
      skipped: 0,
    });
  });

  test('keep days and times with offsets as they are meant', async () => {
    await calendarOf('anna', 'Work');
    const create = (start: string, end: string, allDay = false) =>
      calendars.createEvent({
        user: 'anna',
        key: randomUUID(),
        calendarName: 'Work',
        draft: { title: 'X', start, end, allDay },
        signal,
      });
    expect(await create('2026-03-02', '2026-03-04', true)).toMatchObject({
      start: '2026-03-02',
      end: '2026-03-04',
      allDay: true,
    });
    expect(await create('2026-03-02T08:00:00-05:00', '2026-03-02T13:30:00Z')).toMatchObject({
      start: '2026-03-02T14:00:00+01:00',
      end: '2026-03-02T14:30:00+01:00',
    });
  });

  test('receive events in the default calendar, or in the named one, and in no other', async () => {
    const create = (calendarName: string) =>
      calendars.createEvent({
        user: 'anna',
        key: randomUUID(),
        calendarName,
        draft: { title: 'X', start: '2026-03-02T08:00:00Z', end: '2026-03-02T09:00:00Z', allDay: false },
        signal,
      });
    await calendarOf('anna', 'Duties');
    await calendarOf('anna', 'Research');
    await calendarOf('anna', 'To do', { holds: ['VTODO'] });
    expect(await failureOf(create('Default'))).toMatchObject({
      code: 'not_found',
      message: 'None of your calendars is the default. Name one. There are: Duties, Research.',
    });
    expect(await failureOf(create('To do'))).toMatchObject({
      code: 'not_found',
      message: expect.stringMatching(
        /^There is no calendar with that name .* There are: Duties, Research\.$/,
      ),
    });
    expect(await create('research')).toMatchObject({ calendarName: 'Research' });
    await calendarOf('anna', 'Anna', { path: 'personal' });
    expect(await create('Default')).toMatchObject({ calendarName: 'Anna' });
  });

  test('list tasks by due date, and add to them once', async () => {
    const list = await calendarOf('anna', 'To do', { holds: ['VTODO'] });
    await calendarOf('anna', 'Work');
    await put(list, vtodo('late', 'SUMMARY:Late', 'DUE:20260310T080000Z', 'PRIORITY:1'));
    await put(list, vtodo('some', 'SUMMARY:Some day', 'PRIORITY:5'));
    await put(list, vtodo('first', 'SUMMARY:First', 'DUE;VALUE=DATE:20260302'));
    await put(list, vtodo('done', 'SUMMARY:Done', 'STATUS:COMPLETED', 'COMPLETED:20260301T120000Z'));
    const key = randomUUID();
    const create = () =>
      calendars.createTask({
        user: 'anna',
        key,
        listName: 'Default',
        draft: { title: 'Call\nthe lab', due: '2026-03-05', priority: 3, description: 'a;b' },
        signal,
      });
    const task = await create();
    expect(task).toEqual({
      id: expect.stringMatching(/^anamnesis-/),
      title: 'Call the lab',
      due: '2026-03-05',
      status: 'needs_action',
      priority: 3,
      description: 'a;b',
      listName: 'To do',
    });
    expect(await create()).toEqual(task);
    const titles = async (status: 'open' | 'completed' | 'all', dueBy?: string) => {
      const { items } = await calendars.findTasks({ user: 'anna', status, dueBy, limit: 100, signal });
      return items.map(({ title }) => title);
    };
    expect(await titles('open')).toEqual(['First', 'Call the lab', 'Late', 'Some day']);
    expect(await titles('open', '2026-03-05')).toEqual(['First', 'Call the lab']);
    expect(await titles('completed')).toEqual(['Done']);
    expect(await titles('all')).toHaveLength(5);
  });
});
