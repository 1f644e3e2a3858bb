import { findPatientIdentifiers } from '../../../domain/privacy/find-patient-identifiers.ts';
import { plainLine } from '../../../domain/tools/calendar/plain-text.ts';
import { type DavElement, readMultistatus } from '../dav/read-multistatus.ts';
import type { CalendarAccount } from './account-of.ts';
import type { AskCalendars } from './ask-calendars.ts';
import { calendarFailure } from './calendar-failure.ts';

/** A collection of events, tasks or both (RFC 4791, section 4.2). */
export type CalendarCollection = {
  readonly url: URL;
  readonly name: string;
  readonly holds: readonly ComponentKind[];
  readonly isWritable: boolean;
  /** True when the server uses this collection for new entries by default (RFC 6638, section 9.2). */
  readonly isDefault: boolean;
};

export type ComponentKind = 'VEVENT' | 'VTODO';

const CALDAV = '{urn:ietf:params:xml:ns:caldav}';
const MAX_NAME = 100;
/** Names that servers give a person's first calendar: Nextcloud, SOGo, Baïkal, Radicale and others. */
const usualDefaults: ReadonlySet<string> = new Set(['personal', 'default', 'calendar', 'home', 'tasks']);
/** Privileges that allow adding to a collection (RFC 3744, section 3). */
const toWrite: ReadonlySet<string> = new Set(['{DAV:}all', '{DAV:}write', '{DAV:}bind']);

const LISTING =
  '<?xml version="1.0" encoding="utf-8"?><d:propfind xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><d:prop>' +
  '<d:resourcetype/><d:displayname/><d:current-user-privilege-set/><c:supported-calendar-component-set/>' +
  '<c:schedule-default-calendar-URL/></d:prop></d:propfind>';

/**
 * Resolves an address in a person's folder; undefined for an address on another host or outside that folder.
 * Rejects encoded slashes, which some servers decode.
 */
export const addressWithin = (folder: URL, href: string): URL | undefined => {
  const address = URL.parse(href, folder.href);
  if (address === null || address.origin !== folder.origin || /%(?:2f|5c|00)/i.test(address.pathname))
    return undefined;
  const isBelow = decoded(address).startsWith(decoded(folder)) && address.pathname !== folder.pathname;
  return isBelow ? new URL(address.pathname, folder) : undefined;
};

/** The path without percent encoding, in which servers differ (`%40` or `@`). */
const decoded = ({ pathname }: URL): string => {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
};

const has = (element: DavElement | undefined, name: string): boolean =>
  element?.children.some((child) => child.name === name) ?? false;

const kindsOf = (set: DavElement | undefined): readonly ComponentKind[] => {
  const kinds: readonly ComponentKind[] = ['VEVENT', 'VTODO'];
  // Absent means all (RFC 4791, section 5.2.3).
  if (set === undefined) return kinds;
  const names = set.children
    .filter(({ name }) => name === `${CALDAV}comp`)
    .map(({ attributes }) => attributes.name?.toUpperCase());
  return kinds.filter((kind) => names.includes(kind));
};

const lastSegment = (url: URL): string => decoded(url).split('/').filter(Boolean).at(-1) ?? '';

const mayWrite = (privileges: DavElement | undefined): boolean =>
  privileges === undefined ||
  privileges.children.some(({ children }) => children.some(({ name }) => toWrite.has(name)));

/** Lists the calendars and task lists in a person's folder, ordered by address. */
export const listCalendars = async (
  ask: AskCalendars,
  account: CalendarAccount,
  signal: AbortSignal,
): Promise<readonly CalendarCollection[]> => {
  const { home } = account;
  const { status, body } = await ask({
    method: 'PROPFIND',
    url: home,
    headers: { depth: '1' },
    body: LISTING,
    account,
    signal,
  });
  const resources = status === 207 ? readMultistatus(Buffer.from(body).toString()) : undefined;
  if (resources === undefined)
    throw calendarFailure(
      'external_api_error',
      'The calendar server returned no list of calendars. Check CALDAV_URL.',
    );
  const defaults = new Set(
    resources.flatMap(({ properties }) =>
      (properties.get(`${CALDAV}schedule-default-calendar-URL`)?.children ?? []).map(
        ({ text }) => addressWithin(home, text.trim())?.href,
      ),
    ),
  );
  return resources
    .flatMap(({ href, properties }): CalendarCollection[] => {
      const url = addressWithin(home, href);
      if (url === undefined || !has(properties.get('{DAV:}resourcetype'), `${CALDAV}calendar`)) return [];
      if (!url.pathname.endsWith('/')) url.pathname += '/';
      const name = plainLine(properties.get('{DAV:}displayname')?.text ?? '').slice(0, MAX_NAME);
      return [
        {
          url,
          name: name === '' ? lastSegment(url).slice(0, MAX_NAME) : name,
          holds: kindsOf(properties.get(`${CALDAV}supported-calendar-component-set`)),
          isWritable: mayWrite(properties.get('{DAV:}current-user-privilege-set')),
          isDefault: defaults.has(url.href),
        },
      ];
    })
    .sort((one, other) => (one.url.href < other.url.href ? -1 : 1));
};

const sameName = (one: string, other: string): boolean =>
  one.localeCompare(other, 'en', { sensitivity: 'accent' }) === 0;

/** Lists names for an error message, without those that look like a patient's, as errors are logged. */
const namesOf = (calendars: readonly CalendarCollection[]): string => {
  const names = [...new Set(calendars.map(({ name }) => name))].sort();
  const shown = names.filter((name) => findPatientIdentifiers(name).length === 0).slice(0, 20);
  const others = names.length - shown.length;
  if (names.length === 0) return 'There is none.';
  return `There ${names.length === 1 ? 'is' : 'are'}: ${[...shown, ...(others > 0 ? [`${others} more`] : [])].join(', ')}.`;
};

const nounOf = { VEVENT: 'calendar', VTODO: 'task list' } as const;

/** Returns the calendars of a kind, all or by name. Rejects with `not_found` and the existing names. */
export const calendarsToRead = (
  calendars: readonly CalendarCollection[],
  kind: ComponentKind,
  name: string | undefined,
): readonly CalendarCollection[] => {
  const holding = calendars.filter(({ holds }) => holds.includes(kind));
  if (name === undefined) return holding;
  const named = holding.filter((calendar) => sameName(calendar.name, name.trim()));
  if (named.length > 0) return named;
  if (sameName(name.trim(), 'Default')) {
    const found = defaultOf(holding);
    if (found !== undefined) return [found];
  }
  throw calendarFailure('not_found', `There is no ${nounOf[kind]} with that name. ${namesOf(holding)}`);
};

/** The server's default, the one with a usual name, or the only one. */
const defaultOf = (calendars: readonly CalendarCollection[]): CalendarCollection | undefined =>
  calendars.find(({ isDefault }) => isDefault) ??
  calendars.find(({ url }) => usualDefaults.has(lastSegment(url).toLowerCase())) ??
  (calendars.length === 1 ? calendars[0] : undefined);

/**
 * Returns the calendar to write to. `Default` is the person's default calendar unless a calendar has that
 * name. Rejects with `not_found` and the existing names when the name is ambiguous or unknown.
 */
export const calendarToWrite = (
  calendars: readonly CalendarCollection[],
  kind: ComponentKind,
  name: string,
): CalendarCollection => {
  const writable = calendars.filter(({ holds, isWritable }) => isWritable && holds.includes(kind));
  const named = writable.filter((calendar) => sameName(calendar.name, name.trim()));
  const [only] = named;
  if (named.length === 1 && only !== undefined) return only;
  const noun = nounOf[kind];
  if (writable.length === 0)
    throw calendarFailure(
      'not_found',
      `You have no writable ${noun} there. Create one on the calendar server.`,
    );
  if (named.length > 1)
    throw calendarFailure('not_found', `More than one ${noun} of yours has that name. Rename one of them.`);
  if (sameName(name.trim(), 'Default')) {
    const found = defaultOf(writable);
    if (found !== undefined) return found;
    throw calendarFailure(
      'not_found',
      `None of your ${noun}s is the default. Name one. ${namesOf(writable)}`,
    );
  }
  throw calendarFailure(
    'not_found',
    `There is no ${noun} with that name that you may write to. ${namesOf(writable)}`,
  );
};
