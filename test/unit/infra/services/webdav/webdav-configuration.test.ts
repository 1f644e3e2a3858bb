import { describe, expect, test } from 'vitest';
import { chooseWebdav } from '../../../../../infra/services/webdav/webdav-configuration.ts';

describe('the WebDAV address', () => {
  test.each([
    ['http://cloud.example/{user}/', 'https'],
    ['https://cloud.example/files/', '{user}'],
    ['https://{user}.cloud.example/', '{user}'],
    ['https://cloud.example/?of={user}', '?'],
    ['https://name:secret@cloud.example/{user}/', 'password'],
    ['ftp://cloud.example/{user}/', 'http'],
    ['no address {user}', 'URL'],
  ])('is rejected as %s', (WEBDAV_URL, why) => {
    const choice = chooseWebdav({ WEBDAV_URL });
    expect(choice).toMatchObject({ ok: false, problem: expect.stringContaining(why) });
    expect(JSON.stringify(choice)).not.toContain('secret');
  });

  test('is local when its host is private or declared as local', () => {
    const onPremises = (WEBDAV_URL: string, more = {}) => {
      const choice = chooseWebdav({ WEBDAV_URL, ...more });
      return choice.ok ? choice.value?.onPremises : choice;
    };
    expect(onPremises('http://10.0.0.7/{user}/')).toBe(true);
    expect(onPremises('https://cloud.example/{user}/')).toBe(false);
    expect(onPremises('https://cloud.example/{user}/', { WEBDAV_LOCAL: true })).toBe(true);
  });

  test('has a login and a password, or neither, and neither without an address', () => {
    expect(chooseWebdav({ WEBDAV_URL: 'https://c.example/{user}/', WEBDAV_USERNAME: 'a' }).ok).toBe(false);
    expect(chooseWebdav({ WEBDAV_USERNAME: 'a', WEBDAV_PASSWORD: 'b' }).ok).toBe(false);
    const both = { WEBDAV_USERNAME: 'a', WEBDAV_PASSWORD: 'b', WEBDAV_USERS_FILE: '/run/users.json' };
    expect(chooseWebdav({ WEBDAV_URL: 'https://c.example/{user}/', ...both }).ok).toBe(false);
    expect(chooseWebdav({})).toEqual({ ok: true, value: undefined });
  });
});
