import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { systemClock } from '../../../../../infra/installation/system-clock.ts';
import { createAskCalendars } from '../../../../../infra/services/calendar/ask-calendars.ts';
import type { CalendarConfiguration } from '../../../../../infra/services/calendar/calendar-configuration.ts';
import { createCalendars } from '../../../../../infra/services/calendar/create-calendars.ts';
import { probeCalendarServer } from '../../../../../infra/services/calendar/probe-calendar-server.ts';
import type { Calendars } from '../../../../../ports/calendars.ts';
import { silentMetrics } from '../../../../../ports/metrics.ts';
import { failureOf } from '../../../../support/failure-of.ts';
import {
  calendarProperties,
  davMultistatus,
  type FakeCalendar,
  fakeCaldav,
} from '../../../../support/fake-caldav.ts';
import { icalendar, vevent } from '../../../../support/icalendar.ts';
import {
  type ScriptedCall,
  type ScriptedReply,
  startScriptedServer,
} from '../../../../support/scripted-server.ts';

type Reply = (call: ScriptedCall) => ScriptedReply | Promise<ScriptedReply>;
const { signal } = new AbortController();

const event = (uid: string, title = uid): string =>
  icalendar(...vevent(uid, 'DTSTART:20260302T100000Z', 'DTEND:20260302T110000Z', `SUMMARY:${title}`));

/** A person's calendars, new for each test. */
const folders = (more: Record<string, FakeCalendar> = {}) => ({
  anna: { work: { name: 'Work', objects: { 'a.ics': event('a', 'Of Anna') } }, ...more },
  bert: { work: { name: 'Private', objects: { 'b.ics': event('b', 'Of Bert') } } },
});

type Server = {
  readonly calendars: Calendars;
  readonly calls: readonly ScriptedCall[];
  readonly reports: readonly string[];
  readonly configuration: CalendarConfiguration;
};

const withServer = async <T>(
  reply: Reply,
  work: (server: Server) => Promise<T>,
  set: Partial<CalendarConfiguration> = {},
): Promise<T> => {
  const server = await startScriptedServer(reply);
  const reports: string[] = [];
  const configuration: CalendarConfiguration = {
    home: `${server.url.href}dav/{user}/`,
    login: { username: 'service', password: 'pass:word of the service' },
    onPremises: true,
    timeZone: 'UTC',
    ...set,
  };
  const ask = createAskCalendars({
    onPremises: configuration.onPremises,
    metrics: silentMetrics,
    health: { report: (component, outcome) => reports.push(`${component} ${outcome}`) },
    attemptMs: 300,
    firstPause: 1,
  });
  try {
    const calendars = createCalendars({ configuration, ask, clock: systemClock });
    return await work({ calendars, calls: server.calls, reports, configuration });
  } finally {
    await server.close();
  }
};

const find = (calendars: Calendars, user = 'anna', more: { signal?: AbortSignal } = {}) =>
  calendars.findEvents({ user, from: '2026-03-01', to: '2026-03-31', limit: 10, signal, ...more });
const create = (calendars: Calendars, calendarName = 'Default', key = 'k1', title = 'Round') =>
  calendars.createEvent({
    user: 'anna',
    key,
    calendarName,
    draft: { title, start: '2026-03-02T10:00:00Z', end: '2026-03-02T11:00:00Z', allDay: false },
    signal,
  });

const always =
  (answer: ScriptedReply): Reply =>
  () =>
    answer;
const isMethod = (method: string, answer: ScriptedReply, otherwise: Reply): Reply => {
  return (call) => (call.method === method ? answer : otherwise(call));
};

describe('a calendar server', () => {
  test.each([
    [401, 'external_api_error', 'CALDAV_USERNAME', 1],
    [403, 'external_api_error', 'does not allow', 1],
    [404, 'not_found', 'no such calendar', 1],
    [423, 'unavailable', 'locked', 4],
    [429, 'rate_limit_exceeded', 'limiting requests', 4],
    [500, 'external_api_error', 'error (500)', 4],
    [503, 'external_api_error', 'error (503)', 4],
    [302, 'external_api_error', 'another address', 1],
  ])(
    'that answers %i is reported as %s after the appropriate number of attempts',
    async (status, code, words, attempts) => {
      await withServer(
        always({
          status,
          text: 'upstream says Anna Maria Schmidt',
          headers: { location: 'http://127.0.0.1:1/' },
        }),
        async ({ calendars, calls }) => {
          const failure = await failureOf(find(calendars));
          expect(failure).toMatchObject({
            code,
            message: expect.stringContaining(words),
            details: { service: 'caldav', upstream_status: status },
          });
          expect(JSON.stringify(failure)).not.toMatch(/Schmidt|pass:word|127\.0\.0\.1/);
          expect(calls).toHaveLength(attempts);
        },
      );
    },
  );

  test('is retried at the time that it names, unless that is too late', async () => {
    let asked = 0;
    const kept = fakeCaldav(folders());
    const busyOnce: Reply = (call) => {
      asked += 1;
      return asked === 1 ? { status: 429, text: '', headers: { 'retry-after': '0' } } : kept(call);
    };
    await withServer(busyOnce, async ({ calendars }) => {
      expect(await find(calendars)).toMatchObject({ total: 1 });
    });
    await withServer(
      always({ status: 429, text: '', headers: { 'retry-after': '86400' } }),
      async ({ calendars, calls }) => {
        expect(await failureOf(find(calendars))).toMatchObject({
          code: 'rate_limit_exceeded',
          retryAfter: 3600,
        });
        expect(calls).toHaveLength(1);
      },
    );
  });

  test.each([
    ['hangs', 'hang', 'timeout'],
    ['breaks off', 'reset', 'unavailable'],
    ['ends midway', { cut: '<multistatus' }, 'unavailable'],
    ['never ends', 'endless', 'payload_too_large'],
    ['answers with a page', { text: '<html><body>Welcome' }, 'external_api_error'],
    ['answers with something else', { status: 207, text: 'hello' }, 'external_api_error'],
    [
      'answers with expanding entities',
      {
        status: 207,
        text: `<!DOCTYPE m [<!ENTITY a "${'a'.repeat(1000)}">${Array.from({ length: 20 }, (_, index) => `<!ENTITY b${index} "${'&a;'.repeat(1000)}">`).join('')}]><multistatus>&b1;</multistatus>`,
      },
      'external_api_error',
    ],
    [
      'answers with endless elements',
      { status: 207, text: `<multistatus xmlns="DAV:">${'<a>'.repeat(400_000)}` },
      'external_api_error',
    ],
  ] satisfies [string, ScriptedReply, string][])('that %s is abandoned', async (_, answer, code) => {
    await withServer(always(answer), async ({ calendars }) => {
      expect(await failureOf(find(calendars))).toMatchObject({ code });
    });
  });

  test('is not awaited once the caller has left', async () => {
    const gone = new AbortController();
    const hanging: Reply = () => {
      gone.abort(new Error('gone'));
      return 'hang';
    };
    await withServer(hanging, async ({ calendars, calls }) => {
      await expect(find(calendars, 'anna', { signal: gone.signal })).rejects.toThrow('gone');
      expect(calls).toHaveLength(1);
    });
  });

  test('is skipped while it keeps failing, and is not blamed for the failure of one account', async () => {
    await withServer(always({ status: 500, text: '' }), async ({ calendars, calls, reports }) => {
      await failureOf(find(calendars));
      expect(await failureOf(find(calendars))).toMatchObject({ code: expect.any(String) });
      const asked = calls.length;
      expect(await failureOf(find(calendars))).toMatchObject({
        code: 'unavailable',
        details: { refused: 'circuit_open' },
      });
      expect(calls).toHaveLength(asked);
      expect(new Set(reports)).toEqual(new Set(['calendar failed']));
    });
    await withServer(always({ status: 403, text: '' }), async ({ calendars, calls, reports }) => {
      for (let times = 0; times < 8; times += 1) await failureOf(find(calendars));
      expect(calls).toHaveLength(8);
      expect(new Set(reports)).toEqual(new Set(['calendar ok']));
    });
  });

  test('cannot redirect to another machine, or to the calendars of another person', async () => {
    const elsewhere = [
      'http://attacker.example/dav/anna/x/',
      '//attacker.example/dav/anna/x/',
      '/dav/bert/work/',
      '/dav/anna/../bert/work/',
      '/dav/anna/%2e%2e/bert/work/',
      '/dav/anna/..%2fbert%2fwork/',
      '/dav/anna/..\\bert\\work/',
      '/dav/annabert/',
      '/dav/anna/',
      'javascript:alert(1)',
      '',
    ];
    const kept = fakeCaldav(folders());
    await withServer(
      isMethod(
        'PROPFIND',
        davMultistatus(elsewhere.map((href) => [href, calendarProperties({ name: 'Trap' })])),
        kept,
      ),
      async ({ calendars, calls }) => {
        expect(await find(calendars)).toMatchObject({ total: 0 });
        expect(calls).toHaveLength(1);
        expect(await failureOf(create(calendars, 'Trap'))).toMatchObject({ code: 'not_found' });
      },
    );
    const query = davMultistatus([
      ['/dav/bert/work/b.ics', '<getetag>"1"</getetag>'],
      ['/dav/anna/work/a.ics', '<getetag>"1"</getetag>'],
    ]);
    const leading: Reply = (call) => (call.text.includes('calendar-query') ? query : kept(call));
    await withServer(leading, async ({ calendars, calls }) => {
      expect((await find(calendars)).items.map(({ title }) => title)).toEqual(['Of Anna']);
      expect(calls.some(({ text }) => text.includes('bert'))).toBe(false);
    });
  });

  test('may write the path of a calendar in its own way', async () => {
    const kept = fakeCaldav({ 'a@b': { work: { name: 'Work', objects: { 'x.ics': event('x') } } } });
    await withServer(kept, async ({ calendars }) => {
      expect(await find(calendars, 'a@b')).toMatchObject({ total: 1 });
    });
  });
});

describe('calendar objects', () => {
  const large = icalendar(
    ...vevent(
      'l',
      'DTSTART:20260302T100000Z',
      ...Array.from({ length: 9000 }, () => `X-A:${'x'.repeat(60)}`),
    ),
  );

  test('are counted and not fetched when they are large', async () => {
    const kept = folders({ big: { name: 'Big', objects: { 'l.ics': large, 'c.ics': event('c') } } });
    await withServer(fakeCaldav(kept), async ({ calendars, calls }) => {
      expect(await find(calendars)).toMatchObject({ total: 2, skipped: 1 });
      expect(calls.filter(({ text }) => text.includes('l.ics'))).toEqual([]);
    });
  });

  test('are fetched in smaller batches when they are too much and the server hides their sizes', async () => {
    const objects = Object.fromEntries(
      Array.from({ length: 12 }, (_, index) => [
        `o${index}.ics`,
        index % 4 === 0 ? event(`o${index}`) : large.replace('UID:l', `UID:o${index}`),
      ]),
    );
    await withServer(
      fakeCaldav({ anna: { big: { name: 'Big', objects, hidesSizes: true } } }),
      async ({ calendars }) => {
        expect(await find(calendars)).toMatchObject({ total: 3, skipped: 9 });
      },
    );
  });

  test('are fetched in batches', async () => {
    const objects = Object.fromEntries(
      Array.from({ length: 120 }, (_, index) => [`o${index}.ics`, event(`o${index}`)]),
    );
    await withServer(
      fakeCaldav({ anna: { many: { name: 'Many', objects } } }),
      async ({ calendars, calls }) => {
        const { items, total } = await find(calendars);
        expect([items.length, total]).toEqual([10, 120]);
        expect(calls.filter(({ text }) => text.includes('calendar-multiget'))).toHaveLength(3);
      },
    );
  });

  test('of a calendar that is no longer shared count as one, and the others are read', async () => {
    const kept = fakeCaldav(folders({ shared: { name: 'Shared', objects: {} } }));
    const closed: Reply = (call) =>
      call.method === 'REPORT' && call.path.includes('shared') ? { status: 403, text: '' } : kept(call);
    await withServer(closed, async ({ calendars }) => {
      expect(await find(calendars)).toMatchObject({ total: 1, skipped: 1 });
    });
  });

  test('that vanish before they are fetched are counted', async () => {
    const kept = fakeCaldav(folders());
    const gone: Reply = (call) => (call.text.includes('calendar-multiget') ? davMultistatus([]) : kept(call));
    await withServer(gone, async ({ calendars }) => {
      expect(await find(calendars)).toEqual({ items: [], total: 0, skipped: 1 });
    });
  });
});

describe('an object written to a calendar', () => {
  test('is put once, under a name derived from the key, and never overwrites another', async () => {
    const kept = folders();
    await withServer(fakeCaldav(kept), async ({ calendars, calls }) => {
      const first = await create(calendars);
      expect(await create(calendars)).toEqual(first);
      expect(await create(calendars, 'Default', 'k2')).not.toEqual(first);
      const puts = calls.filter(({ method }) => method === 'PUT');
      expect(puts.map(({ headers }) => headers['if-none-match'])).toEqual(['*', '*', '*']);
      expect(puts[0]?.path).toBe(`/dav/anna/work/${first.id}.ics`);
      expect(Object.keys(kept.anna.work.objects)).toHaveLength(3);
    });
  });

  test('is written once although another calendar has become the default meanwhile', async () => {
    const kept = folders();
    await withServer(fakeCaldav(kept), async ({ calendars }) => {
      const first = await create(calendars);
      const more: Record<string, FakeCalendar> = kept.anna;
      more.personal = { name: 'New', objects: {} };
      expect(await create(calendars)).toEqual(first);
      expect(more.personal.objects).toEqual({});
      expect(await create(calendars, 'Default', 'k2')).toMatchObject({ calendarName: 'New' });
    });
  });

  test.each(['2026-03-29T02:30:00', '2026-10-25T02:30:00'])(
    'needs an offset at %s, a time that the clock skips or repeats',
    async (start) => {
      await withServer(
        fakeCaldav(folders()),
        async ({ calendars, calls }) => {
          const draft = { title: 'X', start, end: start.replace('02:30', '09:00'), allDay: false };
          expect(
            await failureOf(
              calendars.createEvent({ user: 'anna', key: 'k', calendarName: 'Default', draft, signal }),
            ),
          ).toMatchObject({ code: 'validation_error', details: { issues: [{ path: 'start_datetime' }] } });
          expect(calls).toEqual([]);
        },
        { timeZone: 'Europe/Berlin' },
      );
    },
  );

  test('counts as written when only the response was lost', async () => {
    const kept = folders();
    const like = fakeCaldav(kept);
    let puts = 0;
    const losing: Reply = (call) => {
      const answer = like(call);
      if (call.method !== 'PUT') return answer;
      puts += 1;
      return puts === 1 ? 'reset' : answer;
    };
    await withServer(losing, async ({ calendars }) => {
      expect(await create(calendars)).toMatchObject({ title: 'Round', start: '2026-03-02T10:00:00+00:00' });
      expect(puts).toBe(2);
      expect(Object.keys(kept.anna.work.objects)).toHaveLength(2);
    });
  });

  test('has an unknown outcome when no attempt was answered, and a known one when the server refused', async () => {
    const kept = fakeCaldav(folders());
    await withServer(isMethod('PUT', 'reset', kept), async ({ calendars }) => {
      expect(await failureOf(create(calendars))).toMatchObject({ details: { outcome: 'unknown' } });
    });
    await withServer(isMethod('PUT', { status: 507, text: '' }, kept), async ({ calendars }) => {
      const failure = await failureOf(create(calendars));
      expect(failure).toMatchObject({ code: 'external_api_error', details: { upstream_status: 507 } });
      expect(failure).not.toMatchObject({ details: { outcome: 'unknown' } });
    });
    await withServer(isMethod('PROPFIND', 'reset', kept), async ({ calendars }) => {
      expect(await failureOf(create(calendars))).not.toMatchObject({ details: { outcome: 'unknown' } });
    });
  });

  test('is not confused with a foreign object under its name', async () => {
    const kept = fakeCaldav(folders());
    const taken: Reply = (call) =>
      call.method === 'PUT'
        ? { status: 412, text: '' }
        : call.method === 'GET'
          ? { text: event('another') }
          : kept(call);
    await withServer(taken, async ({ calendars }) => {
      expect(await failureOf(create(calendars))).toMatchObject({ code: 'conflict' });
    });
  });

  test('is returned as sent when it cannot be read back, and reported when it is missing', async () => {
    const kept = fakeCaldav(folders());
    await withServer(isMethod('GET', { status: 403, text: '' }, kept), async ({ calendars }) => {
      expect(await create(calendars)).toMatchObject({ title: 'Round', calendarName: 'Work' });
    });
    await withServer(isMethod('GET', { status: 404, text: '' }, kept), async ({ calendars }) => {
      expect(await failureOf(create(calendars, 'Default', 'k2'))).toMatchObject({ code: 'not_found' });
    });
  });

  test("goes to the server's default calendar, if that is writable", async () => {
    const readOnly =
      '<current-user-privilege-set><privilege><read/></privilege></current-user-privilege-set>';
    const kept = folders({
      personal: { name: 'Roster', objects: {}, more: readOnly },
      other: { name: 'Other', objects: {} },
    });
    const like = fakeCaldav(kept);
    await withServer(like, async ({ calendars }) => {
      expect(await failureOf(create(calendars))).toMatchObject({
        message: expect.stringContaining('There are: Other, Work.'),
      });
      expect(await failureOf(create(calendars, 'Roster'))).toMatchObject({ code: 'not_found' });
    });
    const inbox = [
      '/dav/anna/inbox/',
      '<resourcetype><collection/><CAL:schedule-inbox/></resourcetype><CAL:schedule-default-calendar-URL><href>/dav/anna/other/</href></CAL:schedule-default-calendar-URL>',
    ] as const;
    const multistatus = davMultistatus([
      inbox,
      ...Object.entries(kept.anna).map(
        ([name, calendar]) => [`/dav/anna/${name}/`, calendarProperties(calendar)] as const,
      ),
    ]);
    await withServer(isMethod('PROPFIND', multistatus, like), async ({ calendars }) => {
      expect(await create(calendars)).toMatchObject({ calendarName: 'Other' });
    });
  });

  test('is refused to a person without a calendar, with a remedy', async () => {
    const like = fakeCaldav({ anna: {} });
    await withServer(like, async ({ calendars }) => {
      expect(await failureOf(create(calendars))).toMatchObject({
        code: 'not_found',
        message: 'You have no writable calendar there. Create one on the calendar server.',
      });
    });
  });

  test('is not sent off the premises when it identifies a patient', async () => {
    const kept = folders();
    await withServer(
      fakeCaldav(kept),
      async ({ calendars, calls }) => {
        expect(
          await failureOf(create(calendars, 'Default', 'k1', 'Review of patient John Smith, MRN 12345678')),
        ).toMatchObject({ code: 'rule_violated', details: { reason: 'phi_stays_local' } });
        expect(calls.filter(({ method }) => method === 'PUT')).toEqual([]);
        expect(await create(calendars, 'Default', 'k2', 'Ward round')).toMatchObject({ title: 'Ward round' });
      },
      { onPremises: false },
    );
  });

  test('is refused without listing a calendar that is named after a patient', async () => {
    const kept = folders({ p: { name: 'Patient John Smith, MRN 12345678', objects: {} } });
    await withServer(fakeCaldav(kept), async ({ calendars }) => {
      expect(await failureOf(create(calendars, 'Nowhere'))).toMatchObject({
        message: 'There is no calendar with that name that you may write to. There are: Work, 1 more.',
      });
    });
  });
});

describe('calendar accounts', () => {
  const withFile = async <T>(text: string, mode: number, work: (path: string) => Promise<T>): Promise<T> => {
    const folder = await mkdtemp(join(tmpdir(), 'calendar-accounts-'));
    try {
      const path = join(folder, 'users.json');
      await writeFile(path, text);
      await chmod(path, mode);
      return await work(path);
    } finally {
      await rm(folder, { recursive: true });
    }
  };
  const users = JSON.stringify({ 'person-7': { username: 'anna', password: 'app:password' } });
  const basic = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`;

  test("are those of their people, and cannot be reached by another's name", async () => {
    await withFile(users, 0o600, (usersFile) =>
      withServer(
        fakeCaldav(folders()),
        async ({ calendars, calls }) => {
          expect((await find(calendars, 'person-7')).items[0]?.title).toBe('Of Anna');
          expect(calls.at(-1)?.headers.authorization).toBe(basic('anna:app:password'));
          const asked = calls.length;
          for (const user of ['anna', 'bert', '__proto__', ''])
            expect(await failureOf(find(calendars, user))).toMatchObject({ code: 'permission_denied' });
          expect(calls).toHaveLength(asked);
        },
        { usersFile },
      ),
    );
  });

  test('may be used under the person’s name when the server allows acting for others', async () => {
    await withServer(
      fakeCaldav(folders()),
      async ({ calendars, calls }) => {
        await find(calendars, 'anna');
        expect(calls[0]?.headers.authorization).toBe(basic('anna:master'));
      },
      { login: { username: '{user}', password: 'master' } },
    );
  });

  test('that are refused concern only that person', async () => {
    await withFile(users, 0o600, (usersFile) =>
      withServer(
        always({ status: 401, text: '' }),
        async ({ calendars, reports }) => {
          expect(await failureOf(find(calendars, 'person-7'))).toMatchObject({ code: 'permission_denied' });
          expect(reports).toEqual(['calendar ok']);
        },
        { usersFile },
      ),
    );
    await withServer(always({ status: 401, text: '' }), async ({ calendars, reports }) => {
      await failureOf(find(calendars));
      expect(reports).toEqual(['calendar failed']);
    });
  });

  test.each([
    ['is open to others', users, 0o644, 'chmod 600'],
    ['is not JSON', 'anna: secret', 0o600, 'username and a password'],
    ['contains something else', '{"anna":{"username":"anna:x","password":"secret"}}', 0o600, 'JSON'],
  ])('in a file that %s are not used, and nothing of it is revealed', async (_, text, mode, words) => {
    await withFile(text, mode, (usersFile) =>
      withServer(
        fakeCaldav(folders()),
        async ({ calendars, calls, configuration }) => {
          const failure = await failureOf(find(calendars));
          expect(failure).toMatchObject({ code: 'unavailable', message: expect.stringContaining(words) });
          expect(JSON.stringify(failure)).not.toMatch(/secret|app:password/);
          expect(calls).toEqual([]);
          expect(await probeCalendarServer(configuration, silentMetrics, signal)).toMatchObject({
            advice: expect.stringContaining('CALDAV_USERS_FILE'),
          });
        },
        { usersFile },
      ),
    );
  });
});

describe('an operator', () => {
  test.each([
    ['refuses the account', { status: 401, text: '' }, 'CALDAV_PASSWORD'],
    ['redirects', { status: 301, text: '', headers: { location: '/x/' } }, 'CALDAV_URL'],
    ['fails', { status: 502, text: '' }, 'log'],
    ['is gone', 'reset', 'CALDAV_URL'],
  ] satisfies [string, ScriptedReply, string][])(
    'is informed that the server %s',
    async (_, answer, advice) => {
      await withServer(always(answer), async ({ configuration, calls }) => {
        expect(await probeCalendarServer(configuration, silentMetrics, signal)).toMatchObject({
          advice: expect.stringContaining(advice),
        });
        expect(calls[0]?.path).toBe('/dav/');
      });
    },
  );

  test('is not informed about a healthy server', async () => {
    for (const status of [207, 404, 405])
      await withServer(always({ status, text: '' }), async ({ configuration }) => {
        expect(await probeCalendarServer(configuration, silentMetrics, signal)).toBeUndefined();
      });
  });
});
