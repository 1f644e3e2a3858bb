import type { ScriptedCall, ScriptedReply } from './scripted-server.ts';

const xml = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

const CALDAV = 'urn:ietf:params:xml:ns:caldav';

/** A 207 response (RFC 4918) about several resources, each with its properties as XML. */
export const davMultistatus = (
  resources: readonly (readonly [href: string, properties: string])[],
): ScriptedReply => ({
  status: 207,
  headers: { 'content-type': 'application/xml; charset=utf-8' },
  text: `<?xml version="1.0"?><multistatus xmlns="DAV:" xmlns:CAL="${CALDAV}">${resources
    .map(
      ([href, properties]) =>
        `<response><href>${xml(href)}</href><propstat><prop>${properties}</prop><status>HTTP/1.1 200 OK</status></propstat></response>`,
    )
    .join('')}</multistatus>`,
});

/** A calendar on the fake server: its name, and its objects by file name. */
export type FakeCalendar = {
  readonly name: string;
  readonly objects: Record<string, string>;
  readonly more?: string;
  /** Whether the server omits the sizes of the calendar's objects. */
  readonly hidesSizes?: boolean;
};

/** The properties of a calendar in a listing. */
export const calendarProperties = ({ name, more = '' }: Pick<FakeCalendar, 'name' | 'more'>): string =>
  `<resourcetype><collection/><CAL:calendar/></resourcetype><displayname>${xml(name)}</displayname>${more}`;

/**
 * Behaves like a CalDAV server (RFC 4791) for a person's folder under `/dav/`, by path: calendar listing, queries,
 * multigets, and GET and PUT of objects. Queries are not filtered.
 */
export const fakeCaldav =
  (folders: Record<string, Record<string, FakeCalendar>>) =>
  ({ method, path, text, headers }: ScriptedCall): ScriptedReply => {
    const [, , user = '', folder = '', object = ''] = path.split('/').map(decodeURIComponent);
    const calendars = folders[user];
    if (calendars === undefined) return { status: 404, text: 'no such user' };
    if (method === 'PROPFIND')
      return davMultistatus([
        [`/dav/${user}/`, '<resourcetype><collection/></resourcetype>'],
        ...Object.entries(calendars).map(
          ([name, calendar]) => [`/dav/${user}/${name}/`, calendarProperties(calendar)] as const,
        ),
      ]);
    const calendar = calendars[folder];
    if (calendar === undefined) return { status: 404, text: 'no such calendar' };
    const hrefOf = (name: string): string => `/dav/${user}/${folder}/${encodeURIComponent(name)}`;
    if (method === 'REPORT' && text.includes('calendar-query'))
      return davMultistatus(
        Object.entries(calendar.objects).map(([name, data]) => [
          hrefOf(name),
          `<getetag>"1"</getetag>${calendar.hidesSizes === true ? '' : `<getcontentlength>${Buffer.byteLength(data)}</getcontentlength>`}`,
        ]),
      );
    if (method === 'REPORT')
      return davMultistatus(
        Object.entries(calendar.objects)
          .filter(([name]) => text.includes(`<d:href>${hrefOf(name)}</d:href>`))
          .map(([name, data]) => [hrefOf(name), `<CAL:calendar-data>${xml(data)}</CAL:calendar-data>`]),
      );
    const kept = calendar.objects[object];
    if (method === 'GET') return kept === undefined ? { status: 404, text: '' } : { text: kept };
    if (method !== 'PUT') return { status: 405, text: '' };
    if (kept !== undefined && headers['if-none-match'] === '*') return { status: 412, text: '' };
    calendar.objects[object] = text;
    return { status: 201, text: '' };
  };
