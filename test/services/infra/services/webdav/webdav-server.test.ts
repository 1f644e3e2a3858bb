import { describe, expect, test } from 'vitest';
import { createWebdavFileStore } from '../../../../../infra/services/webdav/webdav-file-store.ts';
import { unwatchedComponents } from '../../../../../ports/component-health.ts';
import { silentMetrics } from '../../../../../ports/metrics.ts';
import { failureOf } from '../../../../support/failure-of.ts';

const signal = new AbortController().signal;
const real = process.env.TEST_WEBDAV_URL;

describe.skipIf(real === undefined)('a real WebDAV server', () => {
  const template = real ?? 'http://localhost/{user}/';
  const at = new URL(template.replace('{user}', 'x'));
  const login = {
    username: decodeURIComponent(at.username),
    password: decodeURIComponent(at.password),
  };
  const folder = `${at.origin}/files/{user}/`;
  const files = createWebdavFileStore(
    { folder, login, onPremises: true },
    { metrics: silentMetrics, health: unwatchedComponents, firstPause: 1 },
  );
  const authorization = `Basic ${Buffer.from(`${login.username}:${login.password}`).toString('base64')}`;
  const send = async (method: string, user: string, path: string, body?: string) => {
    const address = `${folder.replace('{user}', user)}${path.split('/').map(encodeURIComponent).join('/')}`;
    await fetch(address, { method, headers: { authorization }, ...(body === undefined ? {} : { body }) });
  };

  test('is searched folder by folder, and each person finds and reads only their own files', async () => {
    await send('MKCOL', 'anna', 'été 2026');
    await send('PUT', 'anna', 'été 2026/Schlüssel & Co #1 50%.txt', 'Anna’s text');
    await send('PUT', 'bert', 'Schlüssel.txt', 'Bert’s text');
    const of = (user: string) => files.search({ user, words: ['schlüssel'], extensions: ['txt'], signal });
    const [annas, ...others] = await of('anna');
    expect(others).toEqual([]);
    expect(annas).toMatchObject({
      name: 'Schlüssel & Co #1 50%.txt',
      path: '/été 2026/Schlüssel & Co #1 50%.txt',
      mimeType: 'text/plain',
      size: Buffer.byteLength('Anna’s text'),
    });
    expect(annas?.url).not.toContain(login.username);
    expect((await of('bert')).map(({ path }) => path)).toEqual(['/Schlüssel.txt']);
    const found = await files.find('anna', annas?.id ?? '', signal);
    expect(found).toEqual(annas);
    expect(Buffer.from(await files.read('anna', found, 1000, signal)).toString()).toBe('Anna’s text');
    expect(await failureOf(files.find('bert', annas?.id ?? '', signal))).toMatchObject({ code: 'not_found' });
  });

  test('that refuses the login is reported as such, without the credentials', async () => {
    const wrong = createWebdavFileStore(
      { folder, login: { ...login, password: 'wrong secret' }, onPremises: true },
      { metrics: silentMetrics, health: unwatchedComponents, firstPause: 1 },
    );
    const reason = await failureOf(wrong.search({ user: 'anna', words: ['a'], extensions: [], signal }));
    expect(reason).toMatchObject({ details: { upstream_status: 401 } });
    expect(JSON.stringify(reason)).not.toContain('wrong secret');
  });
});
