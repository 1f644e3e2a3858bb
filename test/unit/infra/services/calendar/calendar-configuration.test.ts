import { describe, expect, test } from 'vitest';
import { ConfigurationError } from '../../../../../app/configuration/configuration-error.ts';
import { readConfiguration } from '../../../../../app/configuration/read-configuration.ts';
import { chooseCalendars } from '../../../../../infra/services/calendar/calendar-configuration.ts';

const account = { CALDAV_USERNAME: 'service', CALDAV_PASSWORD: 'secret' };

describe('the calendar address', () => {
  test.each([
    ['http://cloud.example/{user}/', 'https'],
    ['https://cloud.example/calendars/', '{user}'],
    ['https://{user}.cloud.example/', '{user}'],
    ['https://cloud.example/?of={user}', '?'],
    ['https://name:secret@cloud.example/{user}/', 'password'],
    ['ftp://cloud.example/{user}/', 'http'],
    ['no address {user}', 'URL'],
  ])('is rejected as %s', (CALDAV_URL, why) => {
    const choice = chooseCalendars({ CALDAV_URL, ...account });
    expect(choice).toMatchObject({ ok: false, problem: expect.stringContaining(why) });
    expect(JSON.stringify(choice)).not.toContain('secret');
  });

  test('is a folder, local when its host is private or declared as local', () => {
    const chosen = (CALDAV_URL: string, more = {}) => {
      const choice = chooseCalendars({ CALDAV_URL, ...account, ...more });
      return choice.ok ? choice.value : choice;
    };
    expect(chosen('http://10.0.0.7/{user}')).toMatchObject({
      home: 'http://10.0.0.7/{user}/',
      onPremises: true,
    });
    expect(chosen('https://cloud.example/{user}/')).toMatchObject({ onPremises: false });
    expect(chosen('https://cloud.example/{user}/', { CALDAV_LOCAL: true })).toMatchObject({
      onPremises: true,
    });
  });

  test('needs an account, and an account needs it', () => {
    const url = { CALDAV_URL: 'https://cloud.example/{user}/' };
    expect(chooseCalendars({})).toEqual({ ok: true, value: undefined });
    expect(chooseCalendars(url).ok).toBe(false);
    expect(chooseCalendars({ ...url, CALDAV_USERNAME: 'a' }).ok).toBe(false);
    expect(chooseCalendars({ ...url, CALDAV_USERS_FILE: '/etc/users.json' }).ok).toBe(true);
    // An id could equal another user's account name.
    expect(chooseCalendars({ ...url, ...account, CALDAV_USERS_FILE: '/etc/users.json' }).ok).toBe(false);
    expect(chooseCalendars(account)).toMatchObject({
      ok: false,
      problem: expect.stringContaining('CALDAV_URL'),
    });
    expect(chooseCalendars({ CALDAV_LOCAL: false }).ok).toBe(false);
  });
});

test.each(['Nowhere/At-All', '+02:00', 'x'])('the time zone %s is rejected with its variable', (zone) => {
  expect(() => readConfiguration({ CALENDAR_TIME_ZONE: zone })).toThrow(ConfigurationError);
  expect(() => readConfiguration({ CALENDAR_TIME_ZONE: zone })).toThrow('CALENDAR_TIME_ZONE');
});
