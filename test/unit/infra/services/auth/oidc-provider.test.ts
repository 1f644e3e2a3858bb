import { afterEach, expect, test, vi } from 'vitest';
import { createOidcProvider } from '../../../../../infra/services/auth/oidc-provider.ts';

const issuer = 'https://id.example.org';
const endpoints = {
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/jwks`,
};

const describeWith = (changed: Partial<typeof endpoints>) => {
  vi.stubGlobal('fetch', async () => Response.json({ issuer, ...endpoints, ...changed }));
  return createOidcProvider(
    { issuer, clientId: 'anamnesis', scopes: 'openid', rolesClaim: 'roles' },
    () => 0,
  ).describe();
};

afterEach(() => vi.unstubAllGlobals());

test.each(['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const)(
  'a provider whose %s is neither https nor on this machine is refused',
  async (name) => {
    for (const address of [
      'http://id.example.org/x',
      'http://127.0.0.1.example.org/x',
      'http://localhost@example.org/x',
      'ftp://localhost/x',
    ])
      await expect(describeWith({ [name]: address })).rejects.toThrow('does not begin with https://');
  },
);

test('a provider may use https, and plain http on this machine', async () => {
  await expect(describeWith({})).resolves.toMatchObject(endpoints);
  for (const host of ['localhost:9000', '127.0.0.1:9000', '[::1]:9000'])
    await expect(describeWith({ token_endpoint: `http://${host}/token` })).resolves.toMatchObject({
      token_endpoint: `http://${host}/token`,
    });
});
