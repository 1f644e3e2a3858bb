import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { createAdminTokenAuthenticator } from '../../../../../infra/services/auth/admin-token-authenticator.ts';
import { createFirstMatchingAuthenticator } from '../../../../../infra/services/auth/first-matching-authenticator.ts';
import { hashToken } from '../../../../../infra/services/auth/hash-token.ts';
import { createJwtAuthenticator } from '../../../../../infra/services/auth/jwt-authenticator.ts';

const secret = new TextEncoder().encode('a secret that is long enough for HS256');
const authenticator = createJwtAuthenticator({
  keys: { kind: 'secret', secret },
  issuer: 'hospital',
  audience: 'anamnesis',
  clockToleranceSeconds: 0,
});

type Change = {
  readonly alg?: string;
  readonly key?: Uint8Array;
  readonly exp?: string | null;
  readonly sub?: string | null;
};

const tokenWith = (claims: Record<string, unknown> = {}, change: Change = {}): Promise<string> => {
  const token = new SignJWT({ roles: ['clinician'], iss: 'hospital', aud: 'anamnesis', ...claims });
  token.setProtectedHeader({ alg: change.alg ?? 'HS256' });
  if (change.sub !== null) token.setSubject(change.sub ?? 'dr-who');
  if (change.exp !== null) token.setExpirationTime(change.exp ?? '1h');
  return token.sign(change.key ?? secret);
};

const codeOf = async (token: string | Promise<string>): Promise<string> => {
  const outcome = await authenticator.authenticate(await token);
  return outcome.ok ? 'accepted' : outcome.error.code;
};

describe('a JSON Web Token', () => {
  it('identifies the caller, their permissions, and its expiry', async () => {
    const outcome = await authenticator.authenticate(await tokenWith({ roles: ['admin', 'janitor'] }));
    expect(outcome).toEqual({
      ok: true,
      value: {
        id: 'dr-who',
        roles: ['admin'],
        teams: [],
        expiresAt: expect.any(Number),
        heldToken: {
          kind: 'session',
          session: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
          expiresAt: expect.any(Number),
        },
      },
    });
  });

  it('may list its roles as text, and may name the person for whom a service acts', async () => {
    const outcome = await authenticator.authenticate(
      await tokenWith({ roles: 'service clinician', act: { sub: 'voice-agent' } }),
    );
    expect(outcome).toMatchObject({
      ok: true,
      value: { id: 'voice-agent', onBehalfOf: 'dr-who', roles: ['service', 'clinician'] },
    });
  });

  it('names the care teams of a user in the configured claim', async () => {
    const teamsOf = async (claims: Record<string, unknown>, teamsClaim?: string): Promise<unknown> => {
      const configured = createJwtAuthenticator({
        keys: { kind: 'secret', secret },
        ...(teamsClaim === undefined ? {} : { teamsClaim }),
      });
      const outcome = await configured.authenticate(await tokenWith(claims));
      return outcome.ok ? outcome.value.teams : outcome.error.code;
    };
    expect(await teamsOf({ care_teams: ['icu-3', 'Stroke Team', 'icu-3'] })).toEqual([
      'icu-3',
      'Stroke Team',
    ]);
    expect(
      await teamsOf(
        { 'https://hospital.example/teams': ['icu-3'], care_teams: ['no'] },
        'https://hospital.example/teams',
      ),
    ).toEqual(['icu-3']);
    expect(await teamsOf({})).toEqual([]);
    for (const care_teams of [
      'icu-3',
      [''],
      [7],
      ['a\nb'],
      ['x'.repeat(129)],
      Array.from({ length: 101 }, (_, n) => `t${n}`),
    ])
      expect(await teamsOf({ care_teams }), JSON.stringify(care_teams)).toBe('unauthenticated');
  });

  it.each([
    ['has expired', () => tokenWith({}, { exp: '-1s' })],
    ['never expires', () => tokenWith({}, { exp: null })],
    ['has no subject', () => tokenWith({}, { sub: null })],
    ['names no known role', () => tokenWith({ roles: ['janitor'] })],
    ['has no roles', () => tokenWith({ roles: undefined })],
    ['comes from another issuer', () => tokenWith({ iss: 'elsewhere' })],
    ['is meant for another audience', () => tokenWith({ aud: 'elsewhere' })],
    ['is not valid yet', () => tokenWith({ nbf: Math.floor(Date.now() / 1000) + 600 })],
    ['is signed with another secret', () => tokenWith({}, { key: new Uint8Array(32) })],
    ['is signed with another algorithm', () => tokenWith({}, { alg: 'HS512', key: new Uint8Array(64) })],
    [
      'is not signed at all',
      async () => new UnsecuredJWT({ roles: ['admin'] }).setSubject('x').setExpirationTime('1h').encode(),
    ],
    ['is malformed', async () => 'a.b.c'],
  ])('is rejected when it %s', async (_, token) => {
    expect(await codeOf(token())).toBe('unauthenticated');
  });

  it('needs a secret of at least 256 bits', () => {
    expect(() => createJwtAuthenticator({ keys: { kind: 'secret', secret: new Uint8Array(31) } })).toThrow(
      '32 bytes',
    );
  });
});

describe('published keys of an identity provider', () => {
  it('verify tokens, except one that uses the public key as a shared secret', async () => {
    const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true });
    const jwk = { ...(await exportJWK(publicKey)), kid: 'k1', alg: 'RS256' };
    const provider = createServer((_, response) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ keys: [jwk] }));
    });
    await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
    const { port } = provider.address() as AddressInfo;
    const remote = createJwtAuthenticator({
      keys: { kind: 'jwks', url: new URL(`http://127.0.0.1:${port}/jwks`) },
    });
    const sign = (alg: string, key: CryptoKey | Uint8Array): Promise<string> =>
      new SignJWT({ roles: ['clinician'] })
        .setProtectedHeader({ alg, kid: 'k1' })
        .setSubject('dr-who')
        .setExpirationTime('1h')
        .sign(key);
    expect(await remote.authenticate(await sign('RS256', privateKey))).toMatchObject({ ok: true });
    const confused = await sign('HS256', new TextEncoder().encode(JSON.stringify(jwk)));
    expect(await remote.authenticate(confused)).toMatchObject({ error: { code: 'unauthenticated' } });
    await new Promise((resolve) => provider.close(resolve));
  });

  it('that cannot be fetched make authentication unavailable, not the token invalid', async () => {
    const { privateKey } = await generateKeyPair('RS256');
    const remote = createJwtAuthenticator({
      keys: { kind: 'jwks', url: new URL('http://127.0.0.1:9/jwks'), timeoutMs: 500 },
    });
    const token = await new SignJWT({ roles: ['clinician'] })
      .setProtectedHeader({ alg: 'RS256', kid: 'k1' })
      .setSubject('dr-who')
      .setExpirationTime('1h')
      .sign(privateKey);
    expect(await remote.authenticate(token)).toMatchObject({
      error: { code: 'unavailable', component: 'identity-provider', retryAfter: 5 },
    });
    const both = createFirstMatchingAuthenticator([remote, authenticator]);
    expect(await both.authenticate(token)).toMatchObject({ error: { code: 'unavailable' } });
  });
});

describe('the user of a JSON Web Token', () => {
  it.each([
    'admin-token',
    'Admin-Token',
    'first-start-token',
    'system:orchestrator',
    'SYSTEM:orchestrator',
    'ｓｙｓｔｅｍ:orchestrator',
    'sys\u200btem:orchestrator',
    'cli:root',
    'token:ci',
  ])('cannot be called %j, a name reserved for a part of the system', async (sub) => {
    expect(await codeOf(tokenWith({}, { sub }))).toBe('unauthenticated');
    expect(await codeOf(tokenWith({ act: { sub } }))).toBe('unauthenticated');
  });

  it('cannot have the name of a named token, which is explained in the log', async () => {
    const reasons: string[] = [];
    const beside = createJwtAuthenticator({
      keys: { kind: 'secret', secret },
      issuer: 'hospital',
      onRefused: (reason) => reasons.push(reason),
      tokens: {
        isReady: async () => true,
        isTaken: (id) => id === 'dr-who',
        isEnded: () => false,
        watchEnd: () => AbortSignal.any([]),
      },
    });
    expect(await beside.authenticate(await tokenWith())).toMatchObject({ ok: false });
    expect(reasons).toEqual(['Its user id belongs to a named token.']);
    expect(await beside.authenticate(await tokenWith({}, { sub: 'dr-house' }))).toMatchObject({ ok: true });
  });

  it('differs between issuers with the same subject, unless only one issuer is configured', async () => {
    const ofAny = createJwtAuthenticator({ keys: { kind: 'secret', secret } });
    const idOf = async (iss: string | undefined): Promise<unknown> => {
      const outcome = await ofAny.authenticate(await tokenWith({ iss }));
      return outcome.ok ? outcome.value.id : outcome.error.code;
    };
    expect([await idOf('hospital'), await idOf('clinic'), await idOf(undefined)]).toEqual([
      'hospital|dr-who',
      'clinic|dr-who',
      'dr-who',
    ]);
    expect(await authenticator.authenticate(await tokenWith())).toMatchObject({ value: { id: 'dr-who' } });
  });
});

describe('the lifetime of a JSON Web Token', () => {
  const now = (): number => Math.floor(Date.now() / 1000);
  const hours = (count: number): number => count * 3600;

  it('is limited, to a day at most', async () => {
    expect(await codeOf(tokenWith({}, { exp: null }))).toBe('unauthenticated');
    expect(await codeOf(tokenWith({ iat: now(), exp: now() + hours(24) }, { exp: null }))).toBe('accepted');
    expect(await codeOf(tokenWith({ iat: now(), exp: now() + hours(25) }, { exp: null }))).toBe(
      'unauthenticated',
    );
  });

  it('is not extended by omitting its start, or by claiming a later one', async () => {
    expect(await codeOf(tokenWith({ exp: now() + hours(25) }, { exp: null }))).toBe('unauthenticated');
    const later = { iat: now() + hours(24 * 365), exp: now() + hours(24 * 366) };
    expect(await codeOf(tokenWith(later, { exp: null }))).toBe('unauthenticated');
  });

  it('does not start before `nbf`', async () => {
    expect(await codeOf(tokenWith({ nbf: now() + 600 }))).toBe('unauthenticated');
    expect(await codeOf(tokenWith({ nbf: now() - 600 }))).toBe('accepted');
  });

  it('ends when the token is logged out by its id', async () => {
    const ended = new Set<string>();
    const watching = createJwtAuthenticator({
      keys: { kind: 'secret', secret },
      tokens: {
        isReady: async () => true,
        isTaken: () => false,
        isEnded: (session) => ended.has(session),
        watchEnd: () => AbortSignal.any([]),
      },
    });
    const token = await tokenWith({ jti: 'session-7' });
    expect(await watching.authenticate(token)).toMatchObject({ ok: true });
    ended.add('jti:session-7');
    expect(await watching.authenticate(token)).toMatchObject({ error: { code: 'unauthenticated' } });
  });

  it('has a session of its own: no other issuer or person shares it, whatever `jti` they choose', async () => {
    const sessionOf = async (claims: Record<string, unknown>, subject: Change = {}): Promise<string> => {
      const outcome = await createJwtAuthenticator({ keys: { kind: 'secret', secret } }).authenticate(
        await tokenWith(claims, subject),
      );
      const held = outcome.ok ? outcome.value.heldToken : undefined;
      if (held?.kind !== 'session') throw new Error('The token has no session.');
      return held.session;
    };
    const chosen = { jti: 'session-7' };
    const sessions = [
      await sessionOf(chosen),
      await sessionOf(chosen, { sub: 'dr-house' }),
      await sessionOf({ ...chosen, iss: 'clinic' }),
      await sessionOf({ ...chosen, iss: undefined }),
      await sessionOf({ ...chosen, act: { sub: 'nurse-joy' } }),
      await sessionOf({}),
      await sessionOf({}, { sub: 'dr-house' }),
    ];
    expect(new Set(sessions).size).toBe(sessions.length);
    // A renewed token with the same `jti` is the same session.
    expect(await sessionOf({ ...chosen, nonce: 'renewed' })).toBe(sessions[0]);
  });

  it('without a `jti` stays ended, however its signature is written', async () => {
    const ended = new Set<string>();
    const watching = createJwtAuthenticator({
      keys: { kind: 'secret', secret },
      tokens: {
        isReady: async () => true,
        isTaken: () => false,
        isEnded: (session) => ended.has(session),
        watchEnd: () => AbortSignal.any([]),
      },
    });
    const token = await tokenWith();
    const outcome = await watching.authenticate(token);
    if (outcome.ok && outcome.value.heldToken?.kind === 'session') ended.add(outcome.value.heldToken.session);
    // The last letter of a signature of 32 bytes holds two bits that nothing reads.
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const at = letters.indexOf(token.at(-1) ?? '');
    const rewritten = `${token.slice(0, -1)}${letters[at ^ 1]}`;
    expect(
      await createJwtAuthenticator({ keys: { kind: 'secret', secret } }).authenticate(rewritten),
    ).toMatchObject({
      ok: true,
    });
    expect(await watching.authenticate(rewritten)).toMatchObject({ error: { code: 'unauthenticated' } });
  });
});

describe('the admin token', () => {
  const admin = createAdminTokenAuthenticator({ tokenHash: async () => hashToken('the right one') });

  it('allows its holder to create other tokens, and nothing else', async () => {
    expect(await admin.authenticate('the right one')).toEqual({
      ok: true,
      value: { id: 'admin-token', roles: ['admin'], teams: [], only: ['tokens:manage'] },
    });
  });

  it('is rejected when it is a different, longer or empty one', async () => {
    for (const wrong of ['the right on', 'the right one ', ''])
      expect(await admin.authenticate(wrong)).toMatchObject({ error: { code: 'unauthenticated' } });
  });

  it('may be used next to other kinds of tokens', async () => {
    const both = createFirstMatchingAuthenticator([admin, authenticator]);
    expect(await both.authenticate('the right one')).toMatchObject({ ok: true });
    expect(await both.authenticate(await tokenWith())).toMatchObject({ ok: true });
    expect(await both.authenticate('neither')).toMatchObject({ error: { code: 'unauthenticated' } });
    const none = createFirstMatchingAuthenticator([]);
    expect(await none.authenticate('any')).toMatchObject({ error: { code: 'unauthenticated' } });
  });
});
