import { describe, expect, test } from 'vitest';
import { createCalendarEvent } from '../../../../../consumers/tools/calendar/create-calendar-event.ts';
import { getCalendarEvents } from '../../../../../consumers/tools/calendar/get-calendar-events.ts';
import { createTask } from '../../../../../consumers/tools/task/create-task.ts';
import { getTasks } from '../../../../../consumers/tools/task/get-tasks.ts';
import { Failure } from '../../../../../domain/kernel/failure.ts';
import type { Calendars } from '../../../../../ports/calendars.ts';
import type { RegisteredTool } from '../../../../../ports/tool.ts';

/** Calendars with one event and one task, which record their calls. */
const recorded = () => {
  const asked: unknown[] = [];
  const note = <T>(answer: T) => {
    return async ({ signal: _, ...request }: Readonly<Record<string, unknown>> & { signal: AbortSignal }) => {
      asked.push(request);
      return answer;
    };
  };
  const event = {
    id: 'e1',
    title: 'Round',
    start: '2026-03-02T09:00:00+01:00',
    end: '2026-03-02T10:00:00+01:00',
    calendarName: 'Work',
    allDay: false,
  };
  const task = { id: 't1', title: 'Call', status: 'needs_action', listName: 'To do' } as const;
  const calendars: Calendars = {
    timeZone: 'Europe/Berlin',
    findEvents: note({ items: [event], total: 7, skipped: 2 }),
    createEvent: note(event),
    findTasks: note({ items: [task], total: 1, skipped: 0 }),
    createTask: note({ ...task, due: '2026-03-05' }),
  };
  return { asked, services: { calendars, onPremises: true } };
};

const prepared = (tool: RegisteredTool, input: Readonly<Record<string, unknown>>) => {
  const result = tool.prepare(input);
  if (!result.ok) throw new Failure(result.error);
  return result.value;
};

const run = async (tool: RegisteredTool, input: Readonly<Record<string, unknown>>) => {
  let phi = false;
  const { result } = await prepared(tool, input).run({
    toolCallId: 'c1',
    idempotencyKey: 'k1',
    user: 'anna',
    signal: new AbortController().signal,
    partial: () => {},
    phi: () => {
      phi = true;
    },
  });
  return { result, phi };
};

const issuesOf = (tool: RegisteredTool, input: Readonly<Record<string, unknown>>) => {
  const result = tool.prepare(input);
  return result.ok ? [] : result.error.details?.issues;
};

const { services } = recorded();
const times = { start_datetime: '2026-03-02T14:00:00', end_datetime: '2026-03-02T15:00:00' };

describe('get_calendar_events', () => {
  test('returns what the tool promises, with the number of omitted events, and marks it as PHI', async () => {
    const { asked, services } = recorded();
    const { result, phi } = await run(getCalendarEvents(services), {
      start_date: '2026-03-01',
      end_date: '2026-03-07',
    });
    expect(result).toEqual({
      events: [
        {
          id: 'e1',
          title: 'Round',
          start: '2026-03-02T09:00:00+01:00',
          end: '2026-03-02T10:00:00+01:00',
          location: null,
          description: null,
          calendar_name: 'Work',
          all_day: false,
        },
      ],
      total_count: 7,
      date_range: '2026-03-01 to 2026-03-07',
      skipped_count: 2,
    });
    expect(phi).toBe(true);
    expect(asked).toEqual([
      { user: 'anna', from: '2026-03-01', to: '2026-03-07', calendarName: undefined, limit: 50 },
    ]);
  });

  test.each([
    [{ start_date: '2026-03-01', end_date: '2026-02-28' }, 'end_date'],
    [{ start_date: '2026-03-01', end_date: '2027-03-03' }, 'end_date'],
    [{ start_date: '2026-02-30', end_date: '2026-03-03' }, 'start_date'],
    [{ start_date: 'tomorrow', end_date: '2026-03-03' }, 'start_date'],
    [{ start_date: '2026-03-01T00:00', end_date: '2026-03-03' }, 'start_date'],
    [{ start_date: '2026-03-01', end_date: '2026-03-03', max_results: 101 }, 'max_results'],
    [{ start_date: '2026-03-01', end_date: '2026-03-03', max_results: 0 }, 'max_results'],
    [{ start_date: '2026-03-01', end_date: '2026-03-03', calendar_name: ' ' }, 'calendar_name'],
  ])('rejects %j', (input, path) => {
    expect(issuesOf(getCalendarEvents(services), input)).toMatchObject([{ path }]);
  });

  test('treats empty placeholder values from models as absent', () => {
    const input = {
      start_date: '2026-03-01',
      end_date: '2026-03-01',
      calendar_name: null,
      max_results: null,
    };
    expect(getCalendarEvents(services).prepare(input).ok).toBe(true);
  });
});

describe('create_calendar_event', () => {
  const tool = createCalendarEvent(services);
  const promptOf = (input: Readonly<Record<string, unknown>>): string | undefined =>
    prepared(tool, input).prompt;

  test('asks in the words of the specification, and shows everything that will be sent', () => {
    expect(
      promptOf({
        title: 'Meeting with Dr. Smith',
        start_datetime: '2026-03-02T14:00:00+01:00',
        end_datetime: '2026-03-02T15:00:00+01:00',
        location: 'Room 1',
      }),
    ).toBe(
      [
        "I'd like to create a calendar event:",
        '- Title: Meeting with Dr. Smith',
        '- Start: 2026-03-02T14:00:00+01:00',
        '- End: 2026-03-02T15:00:00+01:00',
        '- Location: Room 1',
        '- Calendar: Default',
        'Should I proceed?',
      ].join('\n'),
    );
    expect(
      promptOf({ title: 'Off', ...times, description: 'a\nb', calendar_name: 'Home', all_day: true }),
    ).toBe(
      [
        "I'd like to create a calendar event:",
        '- Title: Off',
        '- Start: 2026-03-02T14:00:00',
        '- End: 2026-03-02T15:00:00',
        '- Location: (none)',
        '- Description: a',
        '    b',
        '- Calendar: Home',
        '- All day: yes',
        'Should I proceed?',
      ].join('\n'),
    );
  });

  test('names the time zone of a time without an offset', () => {
    expect(promptOf({ title: 'X', ...times })).toContain('- Start: 2026-03-02T14:00:00 (Europe/Berlin)\n');
  });

  test('shows no line that a title injects', () => {
    const prompt = promptOf({
      title: 'Lunch\r\n- Start: never\u2028\u0085Should I proceed?\u202Eevil',
      ...times,
      description: 'One\n- Title: Another\nShould I proceed?',
    });
    expect(prompt).toContain('- Title: Lunch - Start: never  Should I proceed?<U+202E>evil\n');
    expect(prompt?.match(/^Should I proceed\?$/gm)).toHaveLength(1);
    expect(prompt?.match(/^- Title: /gm)).toHaveLength(1);
  });

  test.each([
    [{ title: 'X', start_datetime: times.end_datetime, end_datetime: times.start_datetime }, 'end_datetime'],
    [{ title: 'X', start_datetime: times.end_datetime, end_datetime: times.end_datetime }, 'end_datetime'],
    [{ title: 'X', ...times, end_datetime: '2026-03-02T15:00:00Z' }, 'end_datetime'],
    [{ title: 'X', ...times, start_datetime: '2026-03-02' }, 'start_datetime'],
    [{ title: 'X', ...times, end_datetime: '2026-03-02' }, 'end_datetime'],
    [{ title: 'X', ...times, end_datetime: '2036-03-02T15:00:00' }, 'end_datetime'],
    [{ title: 'X', ...times, start_datetime: '2026-02-30T10:00:00' }, 'start_datetime'],
    [{ title: 'X', ...times, start_datetime: '2pm' }, 'start_datetime'],
    [
      { title: 'X', start_datetime: '2026-03-02T10:00:00+02:00', end_datetime: '2026-03-02T08:30:00Z' },
      undefined,
    ],
    [
      { title: 'X', start_datetime: '2026-03-02T10:00:00+02:00', end_datetime: '2026-03-02T07:30:00Z' },
      'end_datetime',
    ],
    [{ title: 'X', start_datetime: '2026-03-02', end_datetime: '2026-03-02', all_day: true }, undefined],
    [{ title: 'X', start_datetime: '2026-03-02', end_datetime: '2026-03-01', all_day: true }, 'end_datetime'],
    [{ title: ' \n ', ...times }, 'title'],
    [{ title: 'x'.repeat(201), ...times }, 'title'],
    [{ title: 'X', ...times, attendees: ['x@example.org'] }, ''],
  ])('judges %j before asking the user', (input, path) => {
    const issues = issuesOf(tool, input);
    if (path === undefined) expect(issues).toEqual([]);
    else expect(issues).toMatchObject([{ path }]);
    expect(JSON.stringify(issues)).not.toMatch(/2pm|02-30/);
  });

  test('passes on what was confirmed, with the key that makes it happen once', async () => {
    const { asked, services } = recorded();
    const { result, phi } = await run(createCalendarEvent(services), { title: 'Round\t5', ...times });
    expect(asked).toEqual([
      {
        user: 'anna',
        key: 'k1',
        calendarName: 'Default',
        draft: {
          title: 'Round 5',
          start: times.start_datetime,
          end: times.end_datetime,
          location: undefined,
          description: undefined,
          allDay: false,
        },
      },
    ]);
    expect(result).toEqual({
      event_id: 'e1',
      title: 'Round',
      start: '2026-03-02T09:00:00+01:00',
      end: '2026-03-02T10:00:00+01:00',
      created: true,
      message: 'Event created successfully',
    });
    expect(phi).toBe(true);
  });
});

describe('the task tools', () => {
  test('list tasks', async () => {
    const { asked, services } = recorded();
    const { result } = await run(getTasks(services), { due_by: '2026-03-05', list_name: 'To do' });
    expect(result).toEqual({
      tasks: [
        {
          id: 't1',
          title: 'Call',
          due: null,
          status: 'needs_action',
          priority: null,
          description: null,
          completed: null,
          list_name: 'To do',
        },
      ],
      total_count: 1,
    });
    expect(asked).toEqual([
      { user: 'anna', status: 'open', dueBy: '2026-03-05', listName: 'To do', limit: 50 },
    ]);
  });

  test('ask before they add a task, and add it', async () => {
    const { asked, services } = recorded();
    const tool = createTask(services);
    const input = { title: 'Call the lab', due: '2026-03-05', priority: 1, description: 'K+ 6.9' };
    expect(prepared(tool, input).prompt).toBe(
      [
        "I'd like to create a task:",
        '- Title: Call the lab',
        '- Due: 2026-03-05',
        '- Priority: 1',
        '- Description: K+ 6.9',
        '- List: Default',
        'Should I proceed?',
      ].join('\n'),
    );
    const { result } = await run(tool, input);
    expect(result).toMatchObject({ task_id: 't1', due: '2026-03-05', list_name: 'To do', created: true });
    expect(asked).toMatchObject([{ user: 'anna', key: 'k1', listName: 'Default', draft: { priority: 1 } }]);
    expect(issuesOf(tool, { title: 'X', due: 'soon' })).toMatchObject([{ path: 'due' }]);
    expect(issuesOf(tool, { title: 'X', priority: 10 })).toMatchObject([{ path: 'priority' }]);
  });
});

test('name the setting that enables them when there is no calendar server', () => {
  const off = { onPremises: true };
  for (const tool of [getCalendarEvents(off), createCalendarEvent(off), getTasks(off), createTask(off)])
    expect(tool.unavailable).toContain('CALDAV_URL');
});

test('send no PHI to an external calendar server', () => {
  const { services } = recorded();
  const { facts } = createCalendarEvent({ ...services, onPremises: false });
  expect(facts).toMatchObject({ sends: 'outside', phiOutside: 'refuse' });
  expect(createCalendarEvent(services).facts).toMatchObject({
    sends: 'on-premises',
    requiresPhi: true,
    requiresConfirmation: true,
    riskLevel: 'medium',
    rateLimit: 10,
    timeoutSeconds: 30,
    afterCrash: 'repeat',
  });
});
