import { beforeAll, describe, expect, it } from 'vitest';
import { runCliInProcess } from '../../support/cli-in-process.ts';
import { FIRST_TOKEN } from '../../support/server-in-process.ts';
import { type SharedServer, sharedServer } from '../../support/shared-server.ts';

let server: SharedServer;
beforeAll(async () => {
  server = await sharedServer();
});

/** Without a terminal. */
const beside = (...words: string[]) => runCliInProcess(words, { DATA_DIR: server.dataDir });
const elsewhere = (token: string, ...words: string[]) =>
  runCliInProcess(words, { DATA_DIR: '/no/such/folder', ANAMNESIS_URL: server.url, ANAMNESIS_TOKEN: token });

// With an identity provider, whose user names lack the prefix, the name of a token begins with `token:`.
describe('tokens on the command line', () => {
  it('are created remotely with the first-start token, which allows nothing else and says so', async () => {
    const refused = await elsewhere(FIRST_TOKEN, 'documents');
    expect(refused).toMatchObject({ code: 1, out: '' });
    expect(refused.err).toContain('npx anamnesis tokens create <name> --roles clinician');
    const made = await elsewhere(
      FIRST_TOKEN,
      'tokens',
      'create',
      'token:alice',
      '--roles',
      'clinician',
      '--days',
      '7',
    );
    expect(made.code).toBe(0);
    // The complete output, so that a shell can capture it: TOKEN=$(npx anamnesis tokens create …).
    expect(made.out).toMatch(/^anm_[\w-]{43}\n$/);
    expect(made.err).not.toContain(made.out.trim());
    expect(await elsewhere(made.out.trim(), 'documents')).toMatchObject({ code: 0 });
  });

  it('are listed in 80 columns and revoked by name next to the server, without a token there', async () => {
    const { out } = await beside('tokens', 'create', 'token:bob', '--roles', 'clinician,service', '--json');
    const { token, tokenId } = JSON.parse(out);
    const listed = await beside('tokens', 'list', '--state', 'active');
    expect(listed).toMatchObject({ code: 0 });
    // Whether a column has room for both roles depends on the tokens used so far.
    expect(listed.out).toMatch(/^token:bob +clinician,( service)? +active +\d{4}-\d\d-\d\d /m);
    expect(listed.out).toMatch(/\bservice\b/);
    for (const line of listed.out.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
    expect(listed.out).not.toContain(token);
    expect(await beside('tokens', 'revoke', 'token:bob')).toMatchObject({
      code: 0,
      out: 'token:bob is revoked.\n',
    });
    expect((await elsewhere(token, 'documents')).err).toContain('ANAMNESIS_TOKEN');
    const revoked = JSON.parse((await beside('tokens', 'list', '--state', 'revoked', '--json')).out);
    expect(revoked).toMatchObject([
      { tokenId, name: 'token:bob', revokedBy: expect.stringMatching(/^cli:/) },
    ]);
  });

  it('are given as a link that signs a browser in once, without showing the token', async () => {
    const made = await beside('tokens', 'create', 'token:dora', '--roles', 'clinician', '--link', '--json');
    const { link, linkExpiresAt, token } = JSON.parse(made.out);
    expect([token, Date.parse(linkExpiresAt) > Date.now()]).toEqual([undefined, true]);
    const code = new URL(link).hash.replace('#code=', '');
    const open = (): Promise<Response> =>
      fetch(`${server.url}/api/session`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ code }),
      });
    const first = await open();
    expect([first.status, await first.json()]).toMatchObject([200, { data: { id: 'token:dora' } }]);
    expect((await open()).status).toBe(401);
    const plain = await beside('tokens', 'create', 'token:eve', '--roles', 'clinician', '--link');
    expect(plain.out).toMatch(/^http\S+\/#code=\S+\n$/);
    expect(plain.err).not.toContain('anm_');
  });

  it('are refused with invalid options', async () => {
    for (const words of [
      ['tokens', 'create', 'Carol', '--roles', 'janitor'],
      ['tokens', 'revoke'],
    ])
      expect((await beside(...words)).code, words.join(' ')).toBe(2);
    const twice = await beside('tokens', 'create', 'token:alice', '--roles', 'clinician');
    expect(twice.code).toBe(1);
    expect(twice.err).toContain('There is already a token with this name.');
  });
});
