import { describe, expect, it } from 'vitest';
import { readTimes } from '../../../../../infra/reading/language/chrono-time-reader.ts';

const BERLIN = 'Europe/Berlin';
/** Tuesday, 24 November 2026, 10:00 in Berlin. */
const TUESDAY = '2026-11-24T09:00:00Z';
const read = (text: string, now = TUESDAY, timeZone = BERLIN) =>
  readTimes(text, { now, timeZone }).map(({ from, until }) => (until ? { ...from, until } : from));

describe('a time in words', () => {
  it.each<[string, object]>([
    ['tomorrow at noon', { day: '2026-11-25', time: '12:00' }],
    ['tomorrow at midnight', { day: '2026-11-25', time: '00:00' }],
    ['2026-12-03 at 14:30', { day: '2026-12-03', time: '14:30' }],
    ['on December 3 at 23:59', { day: '2026-12-03', time: '23:59' }],
    ['tomorrow at 9am', { day: '2026-11-25', time: '09:00' }],
    ['tomorrow at 12am', { day: '2026-11-25', time: '00:00' }],
    ['tomorrow at 12pm', { day: '2026-11-25', time: '12:00' }],
    ['tomorrow at 09:00', { day: '2026-11-25', time: '09:00' }],
    ['tomorrow 10am-11am', { day: '2026-11-25', time: '10:00', until: { day: '2026-11-25', time: '11:00' } }],
  ])('is parsed as written: %s', (text, reading) => {
    expect(read(text)).toEqual([reading]);
  });

  it.each<[string, object]>([
    ['tomorrow at 2', { day: '2026-11-25', time: '02:00', otherTime: '14:00' }],
    ['tomorrow at 9:30', { day: '2026-11-25', time: '09:30', otherTime: '21:30' }],
    ['next Friday', { day: '2026-12-04', otherDay: '2026-11-27' }],
    ['next Monday', { day: '2026-11-30' }],
    ['on 3/4/2027', { day: '2027-03-04', otherDay: '2027-04-03' }],
  ])('is returned with its alternative meanings: %s', (text, reading) => {
    expect(read(text)).toEqual([reading]);
  });

  it('in a numeric date is one day when only one is possible', () => {
    expect(read('on 5/5/2027')).toEqual([{ day: '2027-05-05' }]);
  });

  it.each(['next week', 'this month', 'in the last 3 years'])('is not a day: %s', (text) => {
    for (const moment of read(text)) expect(moment).not.toHaveProperty('day');
  });

  it('with a weekday is the next such day, and never a past one', () => {
    expect(read('on Friday')).toEqual([{ day: '2026-11-27' }]);
    expect(read('on Monday')).toEqual([{ day: '2026-11-30' }]);
  });

  it('counts from the local date of the user', () => {
    const late = '2026-11-23T23:30:00Z';
    expect(read('tomorrow', late)).toEqual([{ day: '2026-11-25' }]);
    expect(read('tomorrow', late, 'America/New_York')).toEqual([{ day: '2026-11-24' }]);
    expect(read('tomorrow', late, 'Pacific/Auckland')).toEqual([{ day: '2026-11-25' }]);
  });

  it.each([
    ['the clocks go forward, into a missing hour', '2026-03-28T12:00:00Z', '2026-03-29'],
    ['the clocks go back, into a repeated hour', '2026-10-24T12:00:00Z', '2026-10-25'],
  ])('is the clock time when %s', (_, now, day) => {
    expect(read('tomorrow at 02:30', now)).toEqual([{ day, time: '02:30' }]);
    expect(read('tomorrow at 14:00', now)).toEqual([{ day, time: '14:00' }]);
    expect(read('today at 23:30', now)).toEqual([{ day: now.slice(0, 10), time: '23:30' }]);
  });

  it('is absent when not mentioned, and located in the text otherwise', () => {
    expect(read('potassium of 5 in a patient of 70')).toEqual([]);
    const [found] = readTimes('Meet Kim tomorrow at 2pm in room 5', { now: TUESDAY, timeZone: BERLIN });
    expect('Meet Kim tomorrow at 2pm in room 5'.slice(found?.start, found?.end)).toBe('tomorrow at 2pm');
  });

  it('is not searched beyond a realistic length', () => {
    expect(read(`${'word '.repeat(500)}tomorrow`)).toEqual([]);
  });
});
