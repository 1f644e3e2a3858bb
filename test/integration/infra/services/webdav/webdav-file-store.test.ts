import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createWebdavFileStore } from '../../../../../infra/services/webdav/webdav-file-store.ts';
import { unwatchedComponents } from '../../../../../ports/component-health.ts';
import { silentMetrics } from '../../../../../ports/metrics.ts';
import { failureOf } from '../../../../support/failure-of.ts';
import {
  davError,
  type FilesByUser,
  fakeNextcloud,
  multistatus,
} from '../../../../support/fake-nextcloud.ts';
import {
  type ScriptedCall,
  type ScriptedReply,
  startScriptedServer,
} from '../../../../support/scripted-server.ts';

const kept: FilesByUser = {
  anna: {
    'Sepsis Bundle.pdf': { number: 11, text: '%PDF', modified: 'Tue, 03 Mar 2026 10:00:00 GMT' },
    'notes/sepsis plan.txt': { number: 12, text: 'Start with 30 mL/kg.' },
    'notes/Übergabe & Verlauf #3 100%.txt': { number: 13, text: 'Alles ruhig.' },
    'notes/100 years.txt': { number: 14, text: 'old' },
  },
  bert: { 'sepsis of bert.txt': { number: 21, text: 'only for Bert' } },
};

type Reply = (call: ScriptedCall) => ScriptedReply | Promise<ScriptedReply>;
const signal = new AbortController().signal;

const withServer = async <T>(
  reply: Reply,
  work: (server: {
    readonly files: ReturnType<typeof createWebdavFileStore>;
    readonly calls: readonly ScriptedCall[];
    readonly url: URL;
  }) => Promise<T>,
  { onPremises = true }: { onPremises?: boolean } = {},
): Promise<T> => {
  const server = await startScriptedServer(reply);
  try {
    const files = createWebdavFileStore(
      {
        folder: `${server.url.href}remote.php/dav/files/{user}/`,
        login: { username: '{user}', password: 'app password' },
        onPremises,
      },
      { metrics: silentMetrics, health: unwatchedComponents, firstPause: 1 },
    );
    return await work({ files, calls: server.calls, url: server.url });
  } finally {
    await server.close();
  }
};

const ways = [
  ['by the search of Nextcloud', fakeNextcloud(kept)],
  ['folder by folder where there is no search', fakeNextcloud(kept, { canSearch: false })],
] as const;

describe.each(ways)('files found %s', (_, reply) => {
  const search = (user: string, words: string[], extensions: string[] = []) =>
    withServer(reply, async ({ files }) => {
      const found = await files.search({ user, words, extensions, signal });
      return found.map(({ path }) => path);
    });

  test('contain all words in their names, newest first', async () => {
    expect(await search('anna', ['SEPSIS'])).toEqual(['/Sepsis Bundle.pdf', '/notes/sepsis plan.txt']);
    expect(await search('anna', ['sepsis', 'plan'])).toEqual(['/notes/sepsis plan.txt']);
  });

  test('have the requested type', async () => {
    expect(await search('anna', ['sepsis'], ['pdf'])).toEqual(['/Sepsis Bundle.pdf']);
  });

  test('belong to the person who asks', async () => {
    expect(await search('bert', ['sepsis'])).toEqual(['/sepsis of bert.txt']);
  });

  test('may have names in any alphabet, and characters special to the protocol', async () => {
    expect(await search('anna', ['übergabe'])).toEqual(['/notes/Übergabe & Verlauf #3 100%.txt']);
    expect(await search('anna', ['100%'])).toEqual(['/notes/Übergabe & Verlauf #3 100%.txt']);
    expect(await search('anna', ['<&>'])).toEqual([]);
  });

  test('are read by their id, only by their owner', async () => {
    await withServer(reply, async ({ files }) => {
      const [file] = await files.search({ user: 'anna', words: ['übergabe'], extensions: [], signal });
      const id = file?.id ?? '';
      const again = await files.find('anna', id, signal);
      expect(again).toEqual(file);
      expect(Buffer.from(await files.read('anna', again, 1000, signal)).toString()).toBe('Alles ruhig.');
      expect(await failureOf(files.find('bert', id, signal))).toMatchObject({ code: 'not_found' });
      expect(await failureOf(files.read('bert', again, 1000, signal))).toMatchObject({ code: 'not_found' });
    });
  });

  test('have URLs without credentials', async () => {
    await withServer(reply, async ({ files, url }) => {
      const [file] = await files.search({ user: 'anna', words: ['übergabe'], extensions: [], signal });
      expect(file?.url).toBe(
        `${url.href}remote.php/dav/files/anna/notes/%C3%9Cbergabe%20%26%20Verlauf%20%233%20100%25.txt`,
      );
    });
  });

  test('are none for a person without a folder, who is informed of that', async () => {
    expect(await failureOf(search('carla', ['x']))).toMatchObject({ code: 'not_found' });
  });
});

describe('files on Nextcloud', () => {
  test('keep their id when they are renamed', async () => {
    const before = await withServer(fakeNextcloud(kept), ({ files }) =>
      files.search({ user: 'anna', words: ['plan'], extensions: [], signal }),
    );
    const renamed = { anna: { 'elsewhere/other name.txt': kept.anna?.['notes/sepsis plan.txt'] ?? never() } };
    const after = await withServer(fakeNextcloud(renamed), ({ files }) =>
      files.find('anna', before[0]?.id ?? '', signal),
    );
    expect(after).toMatchObject({ name: 'other name.txt', id: before[0]?.id });
  });
});

const never = (): never => {
  throw new Error('is there');
};

describe('people with their own accounts', () => {
  const withUsers = async <T>(
    content: string,
    mode: number,
    work: (files: ReturnType<typeof createWebdavFileStore>) => Promise<T>,
  ): Promise<T> => {
    const server = await startScriptedServer(fakeNextcloud(kept));
    const folder = await mkdtemp(join(tmpdir(), 'users-'));
    const usersFile = join(folder, 'users.json');
    await writeFile(usersFile, content, { mode });
    try {
      return await work(
        createWebdavFileStore(
          { folder: `${server.url.href}remote.php/dav/files/{user}/`, usersFile, onPremises: true },
          { metrics: silentMetrics, health: unwatchedComponents, firstPause: 1 },
        ),
      );
    } finally {
      await server.close();
      await rm(folder, { recursive: true });
    }
  };
  const users = JSON.stringify({ 'dr-lee': { username: 'anna', password: 'app password' } });
  const find = (user: string) => (files: ReturnType<typeof createWebdavFileStore>) =>
    files.search({ user, words: ['plan'], extensions: [], signal });

  test('see the files of their account, and others see none', async () => {
    expect(await withUsers(users, 0o600, find('dr-lee'))).toMatchObject([{ name: 'sepsis plan.txt' }]);
    expect(await failureOf(withUsers(users, 0o600, find('anna')))).toMatchObject({
      code: 'permission_denied',
      details: { reason: 'no_account' },
    });
    expect(await failureOf(withUsers(users, 0o600, find('__proto__')))).toMatchObject({
      code: 'permission_denied',
    });
  });

  test.each([
    ['that others may read', users, 0o644],
    ['that is not JSON', users.slice(1), 0o600],
    ['with an unknown member', JSON.stringify({ a: { username: 'a', password: 'b', c: 1 } }), 0o600],
  ])('find nothing through an accounts file %s, and nothing of it is revealed', async (_, content, mode) => {
    const reason = await failureOf(withUsers(content, mode, find('dr-lee')));
    expect(reason).toMatchObject({ code: 'unavailable' });
    expect(JSON.stringify(reason)).toContain('WEBDAV_USERS_FILE');
    expect(JSON.stringify(reason)).not.toContain('app password');
  });
});

const entry = (href: string): string =>
  `<d:response><d:href>${href}</d:href><d:propstat><d:prop><d:resourcetype/><oc:fileid>99</oc:fileid></d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>`;

describe('files of other people are out of reach', () => {
  test.each([
    'https://evil.example/remote.php/dav/files/anna/a.txt',
    '//evil.example/remote.php/dav/files/anna/a.txt',
    '/remote.php/dav/files/bert/a.txt',
    '/remote.php/dav/files/anna/../bert/a.txt',
    '/remote.php/dav/files/anna/%2e%2e/bert/a.txt',
    '/remote.php/dav/files/anna/..%2Fbert%2Fa.txt',
    '/remote.php/dav/files/anna/a%00.txt',
    '/remote.php/dav/files/anna/%FF.txt',
    '/remote.php/dav/files/annabel/a.txt',
    'file:///etc/passwd',
    'http://[',
  ])('when the server names %s', async (href) => {
    const found = await withServer(
      () => multistatus(entry(href) + entry('/remote.php/dav/files/anna/mine.txt')),
      ({ files }) => files.search({ user: 'anna', words: ['t'], extensions: [], signal }),
    );
    expect(found.map(({ path }) => path)).toEqual(['/mine.txt']);
  });

  test.each(['../bert/a.txt', 'a/../../bert/a.txt', '/etc/passwd', 'a//b', 'a\u0000b', '.', ''])(
    'by an id forged from %j',
    async (path) => {
      const id = `p-${Buffer.from(path).toString('base64url')}`;
      await withServer(fakeNextcloud(kept), async ({ files, calls }) => {
        expect(await failureOf(files.find('anna', id, signal))).toMatchObject({ code: 'not_found' });
        expect(calls).toEqual([]);
      });
    },
  );

  test.each(['..', '.', 'anna/../bert', 'bert?x', 'a b', 'bert%2f', 'bert\r\nx', 'bert*service', 'a:b', ''])(
    'by a user named %j',
    async (user) => {
      await withServer(fakeNextcloud(kept), async ({ files, calls }) => {
        const reason = await failureOf(files.search({ user, words: ['a'], extensions: [], signal }));
        expect(reason).toMatchObject({ code: 'permission_denied' });
        expect(calls).toEqual([]);
      });
    },
  );

  test('by a redirect: the credentials go to no other machine', async () => {
    const other = await startScriptedServer(() => ({ text: 'thank you' }));
    try {
      const reason = await withServer(
        () => ({ status: 302, headers: { location: other.url.href }, text: '' }),
        ({ files }) => failureOf(files.search({ user: 'anna', words: ['a'], extensions: [], signal })),
      );
      expect(reason).toMatchObject({
        code: 'external_api_error',
        details: { service: 'webdav', upstream_status: 302 },
      });
      expect(other.calls).toEqual([]);
    } finally {
      await other.close();
    }
  });

  test('when the server is off the premises and the query identifies a person', async () => {
    await withServer(
      fakeNextcloud(kept),
      async ({ files, calls }) => {
        const words = ['patient', 'John', 'Doe', 'MRN', '12345678'];
        const reason = await failureOf(
          files.search({ user: 'anna', words: [words.join(' ')], extensions: [], signal }),
        );
        expect(reason).toMatchObject({ code: 'rule_violated', details: { reason: 'phi_stays_local' } });
        expect(calls).toEqual([]);
      },
      { onPremises: false },
    );
  });
});

describe('a failing file server', () => {
  const asked = (reply: Reply) =>
    withServer(reply, async ({ files, calls }) => {
      const reason = await failureOf(files.find('anna', 'p-bm90ZXMvYS50eHQ', signal));
      return { reason, times: calls.length };
    });

  test.each([
    [401, 'external_api_error', 1],
    [403, 'permission_denied', 1],
    [404, 'not_found', 1],
    [423, 'conflict', 1],
    [500, 'external_api_error', 4],
    [503, 'external_api_error', 4],
  ] as const)('with status %d is reported as %s, and asked %d times', async (status, code, times) => {
    const { reason, times: asks } = await asked(() => davError(status));
    expect(reason).toMatchObject({ code, details: { service: 'webdav', upstream_status: status } });
    expect(JSON.stringify(reason)).not.toContain('Roe');
    expect(JSON.stringify(reason)).not.toContain('app password');
    expect(asks).toBe(times);
  });

  test('that refuses one person is not skipped for the others', async () => {
    await withServer(
      (call) => (call.path.includes('carla') ? davError(401) : fakeNextcloud(kept)(call)),
      async ({ files }) => {
        const plan = { words: ['plan'], extensions: [], signal };
        for (let times = 0; times < 6; times += 1)
          expect(await failureOf(files.find('carla', 'p-YS50eHQ', signal))).toMatchObject({
            details: { upstream_status: 401 },
          });
        expect(await files.search({ ...plan, user: 'anna' })).toHaveLength(1);
      },
    );
  });

  test('that asks for a short pause gets it', async () => {
    let times = 0;
    const { reason } = await asked((call) => {
      times += 1;
      return times === 1 ? davError(429, { 'retry-after': '1' }) : fakeNextcloud(kept)(call);
    });
    expect(reason).toMatchObject({ code: 'not_found' });
    const long = await asked(() => davError(429, { 'retry-after': '120' }));
    expect(long).toMatchObject({ reason: { code: 'rate_limit_exceeded', retryAfter: 120 }, times: 1 });
  });

  test.each([
    ['endless', 'payload_too_large'],
    ['reset', 'unavailable'],
    [{ cut: '<d:multistatus xmlns:d="DAV:">' }, 'unavailable'],
    [{ status: 207, text: 'no XML at all' }, 'external_api_error'],
    [{ status: 207, text: `${'<a>'.repeat(500)}` }, 'external_api_error'],
  ] as const)('%j is reported as %s', async (reply, code) => {
    expect((await asked(() => reply)).reason).toMatchObject({ code });
  });

  test('cannot make XML entities expand', async () => {
    const doctype = `<!DOCTYPE d [<!ENTITY a "${'x'.repeat(1000)}"><!ENTITY b "${'&a;'.repeat(100)}"><!ENTITY c "${'&b;'.repeat(100)}"><!ENTITY f SYSTEM "file:///etc/passwd">]>`;
    const found = await withServer(
      () => ({
        status: 207,
        text: `<?xml version="1.0"?>${doctype}<d:multistatus xmlns:d="DAV:" xmlns:oc="http://owncloud.org/ns">${entry('/remote.php/dav/files/anna/&c;&f;t.txt')}</d:multistatus>`,
      }),
      ({ files }) => files.search({ user: 'anna', words: ['t'], extensions: [], signal }),
    );
    expect(found.map(({ name }) => name)).toEqual(['&c;&f;t.txt']);
  });

  test('that hangs is abandoned when the caller leaves', async () => {
    const asking = new AbortController();
    const reason = withServer(
      () => {
        asking.abort(new Error('gone'));
        return 'hang';
      },
      ({ files }) => failureOf(files.find('anna', 'n-1', asking.signal)),
    );
    expect(await reason).toEqual(new Error('gone'));
  });

  test('with a file longer than the limit, or than announced, is not read to the end', async () => {
    const file = { id: 'n-1', name: 'a', path: '/a', size: 1, mimeType: 'text/plain', modified: '', url: '' };
    const read = (reply: ScriptedReply) =>
      withServer(
        () => reply,
        ({ files, url }) =>
          failureOf(
            files.read('anna', { ...file, url: `${url.href}remote.php/dav/files/anna/a` }, 100, signal),
          ),
      );
    expect(await read({ text: 'x'.repeat(101) })).toMatchObject({ code: 'payload_too_large' });
    expect(await read({ cut: 'x' })).toMatchObject({ code: 'unavailable' });
  });

  test('with circular folders is left after the first round', async () => {
    const folder = (href: string) =>
      `<d:response><d:href>${href}</d:href><d:propstat><d:prop><d:resourcetype><d:collection/></d:resourcetype></d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>`;
    await withServer(
      ({ method }) =>
        method === 'SEARCH'
          ? davError(501)
          : multistatus(folder('/remote.php/dav/files/anna/') + folder('/remote.php/dav/files/anna/a/b/')),
      async ({ files, calls }) => {
        expect(await files.search({ user: 'anna', words: ['a'], extensions: [], signal })).toEqual([]);
        expect(calls).toHaveLength(2);
      },
    );
  });

  test('with endless folders is listed up to a limit', async () => {
    await withServer(
      ({ method, path }) =>
        method === 'SEARCH'
          ? davError(501)
          : multistatus(
              [1, 2, 3]
                .map(
                  (n) =>
                    `<d:response><d:href>${path.replace(/\/$/, '')}/${n}/</d:href><d:propstat><d:prop><d:resourcetype><d:collection/></d:resourcetype></d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>`,
                )
                .join(''),
            ),
      async ({ files, calls }) => {
        expect(await files.search({ user: 'anna', words: ['a'], extensions: [], signal })).toEqual([]);
        expect(calls).toHaveLength(201);
      },
    );
  });
});
