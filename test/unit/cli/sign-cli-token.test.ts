import { randomBytes } from 'node:crypto';
import { decodeJwt } from 'jose';
import { describe, expect, it } from 'vitest';
import { createCliTokens } from '../../../cli/sign-cli-token.ts';
import { createJwtAuthenticator } from '../../../infra/services/auth/jwt-authenticator.ts';

describe('the tokens of the command line', () => {
  it('are accepted by a server with the same secret, as an admin with the name of the user', async () => {
    const secret = randomBytes(32);
    const token = await createCliTokens(secret)();
    const accepted = await createJwtAuthenticator({
      keys: { kind: 'secret', secret },
      issuer: 'anamnesis-cli',
      users: 'ours',
    }).authenticate(token);
    expect(accepted).toMatchObject({
      ok: true,
      value: { id: expect.stringMatching(/^cli:./), roles: ['admin', 'clinician', 'compliance'] },
    });
    const other = createJwtAuthenticator({ keys: { kind: 'secret', secret: randomBytes(32) } });
    expect(await other.authenticate(token)).toMatchObject({ ok: false });
  });

  it('live for ten minutes and are renewed before they expire', async () => {
    let now = Date.parse('2026-01-01T00:00:00Z');
    const tokens = createCliTokens(randomBytes(32), () => now);
    const first = await tokens();
    const { iat = 0, exp = 0 } = decodeJwt(first);
    expect(exp - iat).toBe(600);
    now += 7 * 60_000;
    expect(await tokens()).toBe(first);
    now += 2 * 60_000;
    const second = await tokens();
    expect(second).not.toBe(first);
    expect(decodeJwt(second).exp).toBe(exp + 540);
  });
});
