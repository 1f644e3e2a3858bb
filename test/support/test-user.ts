import { SignJWT } from 'jose';
import type { Role } from '../../domain/kernel/actor.ts';

/** The user of tests that do not depend on the user. */
export const TEST_USER = 'tester';
export const TEST_ROLES: readonly Role[] = ['admin', 'clinician', 'compliance'];

/** With this JWT_SECRET a server accepts the token of the test user. */
export const TEST_JWT_SECRET = 'a-secret-that-only-servers-of-tests-have';

const HALF_A_DAY = 12 * 60 * 60;

/** Signs a token like an identity provider. */
export const signTestToken = (
  sub: string,
  roles: readonly Role[],
  claims: Readonly<Record<string, unknown>> = {},
): Promise<string> => {
  const now = Math.floor(Date.now() / 1000);
  return new SignJWT({ iat: now, exp: now + HALF_A_DAY, ...claims, roles })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(sub)
    .sign(Buffer.from(TEST_JWT_SECRET));
};

/** The token of the test user. */
export const testToken = await signTestToken(TEST_USER, TEST_ROLES);
