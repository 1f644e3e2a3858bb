import type { ScriptedCall, ScriptedReply } from './scripted-server.ts';

const xml = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

const CALDAV = 'urn:ietf:params:xml:ns:caldav';

/** An answer of status 207 (RFC 4918) about some resources, each with its properties as XML. */
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

/** A calendar as it is kept there: what it is called, and its objects by their names. */
export type KeptCalendar = {
  readonly name: string;
  readonly objects: Record<string, string>;
  readonly more?: string;
  /** Whether it reports the sizes of its objects. */
  readonly hidesSizes?: boolean;
};

/** The properties of a calendar in a list. */
export const calendarProperties = ({ name, more = '' }: Pick<KeptCalendar, 'name' | 'more'>): string =>
  `<resourcetype><collection/><CAL:calendar/></resourcetype><displayname>${xml(name)}</displayname>${more}`;

/**
 * Answers as a CalDAV server does (RFC 4791) for a person's folder below `/dav/`, by path: the list of calendars, queries,
 * multigets, and objects that are put and got. Queries are not filtered.
 */
export const fakeCaldav =
  (folders: Record<string, Record<string, KeptCalendar>>) =>
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
