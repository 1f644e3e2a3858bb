import { userInfo } from 'node:os';
import { plainLine } from './plain-text.ts';

const ISSUER = 'anamnesis-cli';
const LIFETIME_SECONDS = 600;
/** A token is renewed this long before it expires. */
const RENEWAL_MARGIN_MS = 120_000;
const MAX_NAME = 200;

const operatingSystemUser = (): string => {
  try {
    return plainLine(userInfo().username).slice(0, MAX_NAME) || 'unknown';
  } catch {
    // A process may run under a user id without a name, for example in a container.
    return `uid-${process.getuid?.() ?? 'unknown'}`;
  }
};

/** The id of the person at the terminal in the audit trail. */
export const cliActorId = (): string => `cli:${operatingSystemUser()}`;

/**
 * Signs short-lived tokens for the person at the terminal, with the roles admin, clinician and compliance, using the
 * secret of the data directory: anyone who can read that file could read all the data anyway. A token is reused until
 * shortly before it expires.
 */
export const createCliTokens = (
  secret: Uint8Array,
  now: () => number = Date.now,
): (() => Promise<string>) => {
  let current: { readonly token: string; readonly until: number } | undefined;
  return async () => {
    const time = now();
    if (current === undefined || time > current.until - RENEWAL_MARGIN_MS) {
      // Loaded on demand, and without the rest of the package.
      const { SignJWT } = await import('jose/jwt/sign');
      const issued = Math.floor(time / 1000);
      const token = await new SignJWT({ roles: ['admin', 'clinician', 'compliance'] })
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuer(ISSUER)
        .setSubject(cliActorId())
        .setIssuedAt(issued)
        .setExpirationTime(issued + LIFETIME_SECONDS)
        .sign(secret);
      current = { token, until: (issued + LIFETIME_SECONDS) * 1000 };
    }
    return current.token;
  };
};
