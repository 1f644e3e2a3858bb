import { randomUUID } from 'node:crypto';

/** A real CalDAV server with the users anna and bert (.ci/start-radicale); undefined when there is none. */
export const testCaldavUrl = process.env.TEST_CALDAV_URL;

if (testCaldavUrl === undefined)
  process.stdout.write('TEST_CALDAV_URL is not set: the tests against Radicale are skipped.\n');

const xml = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');

/** Calls Radicale like the tools do, and stores objects there as their owner. */
export const radicaleAt = (address: string) => {
  const service = new URL(address.replace('{user}', 'USER'));
  const home = `${service.origin}/{user}/`;
  const login = { username: 'service', password: decodeURIComponent(service.password) };

  const send = async (
    user: string,
    { method, path, type, body }: { method: string; path: string; type: string; body: string },
  ): Promise<void> => {
    const response = await fetch(new URL(path, service.origin), {
      method,
      headers: {
        authorization: `Basic ${Buffer.from(`${user}:secret:of ${user}`).toString('base64')}`,
        'content-type': type,
      },
      body,
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  };

  return {
    home,
    login,
    /** Creates an empty calendar; returns its path. */
    makeCalendar: async (
      user: string,
      name: string,
      { path = randomUUID(), holds = ['VEVENT'] }: { path?: string; holds?: readonly string[] } = {},
    ): Promise<string> => {
      const whole = `/${user}/${path}/`;
      const components = holds.map((kind) => `<c:comp name="${kind}"/>`).join('');
      await send(user, {
        method: 'MKCALENDAR',
        path: whole,
        type: 'application/xml',
        body: `<?xml version="1.0"?><c:mkcalendar xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><d:set><d:prop><d:displayname>${xml(name)}</d:displayname><c:supported-calendar-component-set>${components}</c:supported-calendar-component-set></d:prop></d:set></c:mkcalendar>`,
      });
      return whole;
    },
    /** Puts an object into a calendar. */
    put: (user: string, calendar: string, text: string): Promise<void> =>
      send(user, {
        method: 'PUT',
        path: `${calendar}${randomUUID()}.ics`,
        type: 'text/calendar; charset=utf-8',
        body: text,
      }),
    /** Removes a calendar and its contents. */
    remove: (user: string, calendar: string): Promise<void> =>
      send(user, { method: 'DELETE', path: calendar, type: 'text/plain', body: '' }),
  };
};
