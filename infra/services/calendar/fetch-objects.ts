import { Failure } from '../../../domain/kernel/failure.ts';
import { type DavResource, readMultistatus } from '../dav/read-multistatus.ts';
import { xmlText } from '../dav/xml-text.ts';
import type { CalendarAccount } from './account-of.ts';
import { type AskCalendars, MAX_ANSWER_BYTES } from './ask-calendars.ts';
import { calendarFailure } from './calendar-failure.ts';
import { textWithFoldedCharacters } from './join-folded-bytes.ts';
import { addressWithin, type CalendarCollection, type ComponentKind } from './list-calendars.ts';

/** The objects of a calendar: the texts fetched, and the number of objects skipped. */
export type FetchedObjects = { readonly texts: readonly string[]; readonly skipped: number };

/** Size limit of one object: an event with several hundred changed occurrences. */
const MAX_OBJECT_BYTES = 512 * 1024;
/** Limit on the objects of one calendar: almost thirty a day for a year. */
const MAX_OBJECTS = 10_000;
/**
 * Limits on the objects of one request, and on their bytes when the server reports sizes. Escaping less than
 * doubles the size.
 */
const BATCH = { objects: 50, bytes: MAX_ANSWER_BYTES / 4 };

const CALDAV = '{urn:ietf:params:xml:ns:caldav}';
const namespaces = 'xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"';

type Listed = { readonly url: URL; readonly bytes: number };

/** A time range in iCalendar's UTC form: `20260301T000000Z`. */
export type UtcRange = { readonly start: string; readonly end: string };

const queryBody = (kind: ComponentKind, range: UtcRange | undefined): string =>
  `<?xml version="1.0" encoding="utf-8"?><c:calendar-query ${namespaces}><d:prop><d:getetag/><d:getcontentlength/></d:prop>` +
  `<c:filter><c:comp-filter name="VCALENDAR"><c:comp-filter name="${kind}">` +
  (range === undefined ? '' : `<c:time-range start="${range.start}" end="${range.end}"/>`) +
  '</c:comp-filter></c:comp-filter></c:filter></c:calendar-query>';

const multigetBody = (urls: readonly URL[]): string =>
  `<?xml version="1.0" encoding="utf-8"?><c:calendar-multiget ${namespaces}><d:prop><d:getetag/><c:calendar-data/></d:prop>` +
  `${urls.map(({ pathname }) => `<d:href>${xmlText(pathname)}</d:href>`).join('')}</c:calendar-multiget>`;

type Source = {
  readonly ask: AskCalendars;
  readonly account: CalendarAccount;
  readonly calendar: CalendarCollection;
  readonly signal: AbortSignal;
};

const report = async (
  { ask, account, calendar, signal }: Source,
  body: string,
): Promise<readonly DavResource[]> => {
  const answer = await ask({
    method: 'REPORT',
    url: calendar.url,
    headers: { depth: '1' },
    body,
    account,
    signal,
  });
  const resources = readMultistatus(textWithFoldedCharacters(answer.body));
  if (resources === undefined)
    throw calendarFailure('external_api_error', 'The calendar server returned an unreadable response.');
  return resources;
};

const list = async (source: Source, kind: ComponentKind, range?: UtcRange): Promise<readonly Listed[]> => {
  const resources = await report(source, queryBody(kind, range));
  return resources.flatMap(({ href, properties }) => {
    const url = addressWithin(source.calendar.url, href);
    if (url === undefined) return [];
    const bytes = Number(properties.get('{DAV:}getcontentlength')?.text ?? Number.NaN);
    // Without reported sizes, assume that a batch fits the limit; `fetchBatch` splits one that does not.
    return [{ url, bytes: Number.isFinite(bytes) ? bytes : BATCH.bytes / BATCH.objects }];
  });
};

const batchesOf = (objects: readonly Listed[]): readonly (readonly Listed[])[] => {
  const batches: Listed[][] = [];
  let bytes = 0;
  for (const object of objects) {
    const last = batches.at(-1);
    if (last === undefined || last.length === BATCH.objects || bytes + object.bytes > BATCH.bytes) {
      batches.push([object]);
      bytes = object.bytes;
    } else {
      last.push(object);
      bytes += object.bytes;
    }
  }
  return batches;
};

const isTooMuch = (error: unknown): boolean =>
  error instanceof Failure && error.reason.code === 'payload_too_large';

/** Fetches the texts of a batch. Splits the batch when a server that reports no sizes sends too much. */
const fetchBatch = async (source: Source, batch: readonly Listed[]): Promise<readonly string[]> => {
  try {
    const resources = await report(source, multigetBody(batch.map(({ url }) => url)));
    return resources
      .map(({ properties }) => properties.get(`${CALDAV}calendar-data`)?.text ?? '')
      .filter((text) => text !== '' && Buffer.byteLength(text) <= MAX_OBJECT_BYTES)
      .slice(0, batch.length);
  } catch (error) {
    if (!isTooMuch(error)) throw error;
    if (batch.length === 1) return [];
    const half = Math.ceil(batch.length / 2);
    return [
      ...(await fetchBatch(source, batch.slice(0, half))),
      ...(await fetchBatch(source, batch.slice(half))),
    ];
  }
};

/**
 * Fetches the events or tasks of a calendar as text: first a list with sizes, then the objects of reasonable
 * size, in batches. Counts those that are too large, deleted meanwhile or refused individually.
 */
export const fetchObjects = async (
  source: Source,
  kind: ComponentKind,
  range?: UtcRange,
): Promise<FetchedObjects> => {
  const all = await list(source, kind, range);
  const wanted = all.filter(({ bytes }) => bytes <= MAX_OBJECT_BYTES).slice(0, MAX_OBJECTS);
  const texts: string[] = [];
  for (const batch of batchesOf(wanted)) texts.push(...(await fetchBatch(source, batch)));
  return { texts, skipped: Math.max(0, all.length - texts.length) };
};
