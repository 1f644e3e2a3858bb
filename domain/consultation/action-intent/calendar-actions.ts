import { listInSentence } from '../../kernel/list-in-sentence.ts';
import { type ActionIntent, type ActionReading, askFor } from './action-intent.ts';
import type { Request } from './request-of.ts';
import { addMinutes, choicesOf, readTimePhrase, type TimePhrase, trimLooseEnds } from './time-phrase.ts';

const CREATE = 'create_calendar_event';
const LIST = 'get_calendar_events';

const creating =
  /^(?:create|schedule|set up|book|add|make|arrange|plan)\s+(?:me\s+)?(?:(?:an?|the|my|another)\s+)?(?:new\s+)?((?:(?:team|staff|short|quick|all-day)\s+)?(?:\d{1,3}[ -](?:minute|hour)\s+)?)(meeting|appointment|calendar event|calendar entry|event)\b(?! (?:points?|places?|criteria)\b)/i;
const inCalendar = / (?:in|to|on|into) (?:my|the) calendar\b/i;
const placed =
  /\b(?:in|at)\s+(room\s+[\p{L}\p{N}.-]{1,20}|the\s+(?:cafeteria|conference room|auditorium|lobby|library))(?=[\s,.;]|$)/iu;

const capitalized = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;

/** The details that an event lacks, worded for the request to the person. */
const missingFor = (when: TimePhrase, title: string): readonly string[] => [
  ...(title === '' ? ['its subject or the participants'] : []),
  ...(when.isUnclear ? ['one day and one time, in your local time'] : []),
  ...(when.day === undefined && !when.isUnclear ? ['the day'] : []),
  ...(when.time === undefined && !when.isAllDay && !when.isUnclear ? ['the start time'] : []),
  ...(when.minutes === undefined && when.untilTime === undefined && !when.isAllDay
    ? ['the duration or the end time']
    : []),
];

const callFor = (
  when: TimePhrase,
  title: string,
  location: string | undefined,
  now: string,
): ActionIntent => {
  const { day = '', time = '', untilDay = day, untilTime, minutes = 0, isAllDay } = when;
  const start = isAllDay ? day : `${day}T${time}`;
  const end = isAllDay
    ? untilDay
    : untilTime === undefined
      ? addMinutes(start, minutes)
      : `${untilDay}T${untilTime}`;
  if (start < now.slice(0, start.length))
    return askFor(CREATE, `${start.replace('T', ' ')} has passed. When is "${title}"?`);
  if (end < start || (end === start && !isAllDay))
    return askFor(CREATE, `When does "${title}" begin, and when does it end?`);
  return {
    kind: 'call',
    tool: CREATE,
    arguments: {
      title: title.slice(0, 200),
      start_datetime: isAllDay ? start : `${start}:00`,
      end_datetime: isAllDay ? end : `${end}:00`,
      ...(location === undefined ? {} : { location }),
      ...(isAllDay ? { all_day: true } : {}),
    },
  };
};

/** "Create a meeting with Dr. Smith tomorrow from 2pm to 3pm." The title is the text left after time and place. */
export const readCreateEvent = (
  { text, isQuestion }: Request,
  { readTimes, now }: ActionReading,
): ActionIntent | undefined => {
  const head = creating.exec(text);
  if (!head || isQuestion) return undefined;
  const [whole, kind = '', noun = ''] = head;
  const isInCalendar = inCalendar.test(text);
  // "Event" may also mean something that happened to a patient.
  if (noun.toLowerCase() === 'event' && !isInCalendar) return undefined;
  const when = readTimePhrase(`${kind}${text.slice(whole.length).replace(inCalendar, '')}`, readTimes);
  const place = placed.exec(when.rest);
  const location = place?.[1];
  const about = trimLooseEnds(
    (place ? when.rest.replace(place[0], '') : when.rest).replace(/^(?:called|titled|named)\s+/i, ''),
  );
  const named = /^["'](.+)["']$/.exec(about)?.[1];
  const isNamed = /\b(?:called|titled|named)\s/i.test(when.rest);
  const title =
    about === ''
      ? ''
      : (named ?? (isNamed ? capitalized(about) : capitalized(`${noun.toLowerCase()} ${about}`)));
  const missing = missingFor(when, title);
  if (missing.length > 0)
    return askFor(
      CREATE,
      `${title === '' ? 'For the event' : `For "${title}"`}, please give ${listInSentence(missing, 'and')}.`,
    );
  const choices = choicesOf(when);
  if (when.otherDay !== undefined || when.otherTime !== undefined) {
    return {
      kind: 'ask',
      tool: CREATE,
      question: `When is "${title}"? The time is ambiguous.`.slice(0, 1000),
      options: choices.map((choice) => ({
        ...choice,
        readAs: `${whole} ${choice.readAs}`.replace(/\s+/g, ' '),
      })),
    };
  }
  return callFor(when, title, location, now);
};

const asksForEvents =
  /^(?:what(?:'s|’s| is| are| do i have)?|which|show|list|get|check|do i have|is there anything|anything)\b.{0,60}?\b(?:(?:on|in) my (?:calendar|agenda|schedule)|my (?:calendar|agenda|appointments|meetings|schedule)|(?:meetings|appointments) do i have|do i have (?:any |on )?(?:meetings|appointments)|do i have (?:on|planned))\b/i;
const isAllOf = /^(?:my )?(?:calendar|agenda|appointments|meetings)\b/i;

const weekOf = (words: string, today: string): readonly [string, string] | undefined => {
  const found = /\b(this|next)\s+week\b/i.exec(words)?.[1]?.toLowerCase();
  if (found === undefined) return undefined;
  const date = Date.parse(`${today}T00:00:00Z`);
  const day = 24 * 60 * 60_000;
  // Weeks begin on Monday (ISO 8601).
  const monday = date - ((new Date(date).getUTCDay() + 6) % 7) * day + (found === 'next' ? 7 * day : 0);
  const text = (at: number): string => new Date(at).toISOString().slice(0, 10);
  return [found === 'this' ? today : text(monday), text(monday + 6 * day)];
};

/** "What is on my calendar tomorrow?" */
export const readListEvents = (
  { text }: Request,
  { readTimes, now }: ActionReading,
): ActionIntent | undefined => {
  if (!asksForEvents.test(text) && !isAllOf.test(text)) return undefined;
  // A medical question is not about appointments, even if it mentions a schedule.
  if (/\b(?:dos(?:e|es|ing)|drugs?|medications?|vaccin\w*|immuni[sz]\w*|taper\w*|infusion)\b/i.test(text))
    return undefined;
  const call = (start: string, end: string): ActionIntent => ({
    kind: 'call',
    tool: LIST,
    arguments: { start_date: start, end_date: end },
  });
  const week = weekOf(text, now.slice(0, 10));
  if (week) return call(...week);
  const when = readTimePhrase(text, readTimes);
  // "What do I have planned for sepsis" is a question to the documents.
  if (when.day === undefined && !/\b(?:calendar|agenda|appointments?|meetings?|schedule)\b/i.test(text))
    return undefined;
  if (when.isUnclear || when.day === undefined)
    return askFor(LIST, 'For which day, or from which day to which?');
  const { time: _, otherTime: __, ...days } = when;
  const choices = choicesOf(days);
  if (choices.length > 0)
    return { kind: 'ask', tool: LIST, question: 'Which day do you mean?', options: choices };
  const end = when.untilDay ?? when.day;
  return end < when.day ? call(end, when.day) : call(when.day, end);
};
