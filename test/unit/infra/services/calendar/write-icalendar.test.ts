import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { plainLine, plainText } from '../../../../../domain/tools/calendar/plain-text.ts';
import { parseICalendar, textOf } from '../../../../../infra/services/calendar/parse-icalendar.ts';
import { eventObject, taskObject } from '../../../../../infra/services/calendar/write-icalendar.ts';

const now = '2026-03-01T08:00:00.123Z';

/** Texts with many of the characters that begin or end a line for some reader. */
const hostile = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.constantFrom(
        '\r',
        '\n',
        '\r\n',
        '\r\n ',
        '\u0085',
        '\u2028',
        '\v',
        '\0',
        '\\',
        '\\n',
        ';',
        ',',
        ':',
        '"',
        'END:VEVENT',
        'BEGIN:VALARM',
        'ATTENDEE:mailto:x@example.org',
        '\ud800',
      ),
    ),
    { maxLength: 30 },
  )
  .map((parts) => parts.join(''));

/** Lines as split by the most lenient reader, unfolded. */
const linesOf = (object: string): readonly string[] =>
  object
    .replace(/\r\n[ \t]/g, '')
    .split(/\r\n|[^\P{Cc}\t]|\u2028|\u2029/u)
    .filter((line) => line !== '');

describe('a written calendar object', () => {
  test('contains exactly the intended lines, for any texts', () => {
    fc.assert(
      fc.property(hostile, hostile, hostile, (title, location, description) => {
        const draft = {
          title,
          location,
          description,
          start: '2026-03-02T09:00:00Z',
          end: '2026-03-02T10:00:00Z',
          allDay: false,
        };
        const object = eventObject(draft, 'uid-1', now, 'UTC');
        const names = linesOf(object).map((line) => line.replace(/[:;].*/s, ''));
        const allowed = [
          'BEGIN',
          'VERSION',
          'PRODID',
          'BEGIN',
          'UID',
          'DTSTAMP',
          'DTSTART',
          'DTEND',
          'SUMMARY',
        ];
        expect(names.slice(0, allowed.length)).toEqual(allowed);
        expect(names.slice(allowed.length)).toEqual([
          ...(plainLine(location) === '' ? [] : ['LOCATION']),
          ...(plainText(description) === '' ? [] : ['DESCRIPTION']),
          'END',
          'END',
        ]);
        const [event] = parseICalendar(object).components;
        expect(event && textOf(event, 'summary')).toBe(plainLine(title));
        expect(event && (textOf(event, 'description') ?? '')).toBe(plainText(description));
      }),
      { numRuns: 300 },
    );
  });

  test('has its times in UTC, its dates without a time, and the end after the last day', () => {
    const event = (start: string, end: string, allDay: boolean) =>
      linesOf(eventObject({ title: 'X', start, end, allDay }, 'u', now, 'Europe/Berlin')).filter((line) =>
        line.startsWith('DT'),
      );
    expect(event('2026-03-02T09:00', '2026-07-02T09:00', false)).toEqual([
      'DTSTAMP:20260301T080000Z',
      'DTSTART:20260302T080000Z',
      'DTEND:20260702T070000Z',
    ]);
    expect(event('2026-02-28', '2026-02-28T12:00:00+05:00', true)).toEqual([
      'DTSTAMP:20260301T080000Z',
      'DTSTART;VALUE=DATE:20260228',
      'DTEND;VALUE=DATE:20260301',
    ]);
  });

  test('may be a task with only a title', () => {
    expect(linesOf(taskObject({ title: 'Call' }, 'u', now, 'UTC'))).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Anamnesis//Anamnesis//EN',
      'BEGIN:VTODO',
      'UID:u',
      'DTSTAMP:20260301T080000Z',
      'SUMMARY:Call',
      'STATUS:NEEDS-ACTION',
      'END:VTODO',
      'END:VCALENDAR',
    ]);
  });
});
