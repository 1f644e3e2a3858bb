import { createHash, randomBytes } from 'node:crypto';
import { EncryptJWT, errors, jwtDecrypt } from 'jose';
import { z } from 'zod';
import { roles } from '../../../domain/kernel/actor.ts';
import { Failure, type FailureReason, failure } from '../../../domain/kernel/failure.ts';
import { omitUndefined } from '../../../domain/kernel/omit-undefined.ts';
import { err, ok, type Result } from '../../../domain/kernel/result.ts';
import { anySignal } from '../../../ports/any-signal.ts';
import type { Authenticator, BrowserSession, Principal } from '../../../ports/authenticator.ts';
import type { BrowserSessions } from '../../../ports/browser-sessions.ts';
import type { Clock } from '../../../ports/clock.ts';
import { deriveKey } from '../../storage/key-vault/derive-key.ts';
import type { SessionTerms } from './session-configuration.ts';
import type { TokenRegistry } from './token-registry.ts';

type SessionOptions = {
  /** The secret of the data directory, shared by all nodes. */
  readonly secret: Uint8Array;
  /** Accepts the tokens for which sessions stand. */
  readonly authenticator: Authenticator;
  /** Knows the sessions that people ended, on any node. */
  readonly tokens: Pick<TokenRegistry, 'isReady' | 'isTaken' | 'isEnded' | 'watchEnd'>;
  readonly terms: SessionTerms;
  readonly clock: Pick<Clock, 'now'>;
};

/** The sessions, also for people whom the identity provider signed in. */
export type OpenedSessions = BrowserSessions & {
  readonly beginFor: (person: SessionPerson) => Promise<string>;
};

/** The prefix of every sealed session, which no token has. */
const PREFIX = 'anms_';
const INFO = 'anamnesis/browser-session/v1';
/** Browsers keep cookies of 4,096 bytes, with their names and attributes (RFC 6265, 6.1). */
const MAX_SEALED = 3800;
/** A session that was prolonged less than this ago is not prolonged again, in seconds. */
const RENEW_AFTER = 60;

/** A person for whom the identity provider vouched; its token is too long for a cookie, and lives only for minutes. */
const personSchema = z.object({
  id: z.string(),
  roles: z.array(z.enum(roles)),
  teams: z.array(z.string()),
  onBehalfOf: z.string().optional(),
  /** Under which an administrator may have ended what the provider issued. */
  keys: z.array(z.string()),
});
type SessionPerson = z.output<typeof personSchema>;

const claimsSchema = z.object({
  /** Identifies the session: random, known only to the nodes. */
  sid: z.string(),
  csrf: z.string(),
  holder: z.union([z.object({ token: z.string() }), z.object({ person: personSchema })]),
  /** In seconds since the epoch: when it ends in any case, when it was last prolonged, when it ends unless prolonged. */
  end: z.number(),
  iat: z.number(),
  exp: z.number(),
});
type Claims = z.output<typeof claimsSchema>;

/** The key under which the end of a session is recorded: a digest, so that the log reveals no session. */
const keyOf = ({ sid }: Claims): string =>
  `sha256:${createHash('sha256').update(`browser-session ${sid}`).digest('hex')}`;

/** Not a wrong guess: only a node could have sealed it. */
const ended = failure('unauthenticated', 'The session has ended. Sign in again.', {
  details: { reason: 'session_ended' },
});

const tokensUnknown = failure('unavailable', 'Sessions cannot be read from the log at the moment.', {
  component: 'event-store',
  retryAfter: 1,
});

const sealWith =
  (key: Uint8Array) =>
  async (claims: Claims): Promise<string> => {
    const sealed = await new EncryptJWT({ ...claims })
      .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
      .encrypt(key);
    return `${PREFIX}${sealed}`;
  };

/** Opens what a node sealed, however old it is. */
const openWith = async (key: Uint8Array, text: string): Promise<Claims | undefined> => {
  try {
    const { payload } = await jwtDecrypt(text.slice(PREFIX.length), key, {
      keyManagementAlgorithms: ['dir'],
      contentEncryptionAlgorithms: ['A256GCM'],
      // The expiry is checked afterwards, to tell an ended session from a forged one.
      currentDate: new Date(0),
    });
    return claimsSchema.safeParse(payload).data;
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
};

/**
 * Sessions that no node stores: the cookie holds the token, encrypted (RFC 7516) under a key that all nodes share. A
 * session permits nothing that its token no longer does. It ends when nothing was requested for a while, at the latest
 * after the working day, with its token, or when its owner signs out: that is an event, so no node accepts a copy of the
 * cookie afterwards.
 */
export const createBrowserSessions = ({
  secret,
  authenticator,
  tokens,
  terms,
  clock,
}: SessionOptions): { readonly sessions: OpenedSessions; readonly authenticator: Authenticator } => {
  const key = deriveKey(secret, INFO);
  const seal = sealWith(key);
  const nowInSeconds = (): number => Math.floor(Date.parse(clock.now()) / 1000);
  const prolonged = (claims: Omit<Claims, 'iat' | 'exp'>, now: number): Claims => ({
    ...claims,
    iat: now,
    exp: Math.min(now + terms.idleSeconds, claims.end),
  });

  const principalOf = (claims: Claims, owner: Principal, now: number): Principal => {
    const endsAt = Math.min(claims.end * 1000, owner.expiresAt ?? Number.POSITIVE_INFINITY);
    const session: BrowserSession = {
      csrfToken: claims.csrf,
      idleSeconds: terms.idleSeconds,
      endsAt,
      ...(now - claims.iat < Math.min(RENEW_AFTER, terms.idleSeconds / 2)
        ? {}
        : { renew: () => seal(prolonged(claims, now)) }),
    };
    const { watchEnd } = owner;
    const watchSession = (): AbortSignal => tokens.watchEnd(keyOf(claims), claims.end * 1000);
    return {
      ...owner,
      session,
      // An open stream ends with the cookie that opened it; a browser reopens it with the prolonged one.
      expiresAt: Math.min(claims.exp * 1000, endsAt),
      heldToken: { kind: 'session', session: keyOf(claims), expiresAt: claims.end * 1000 },
      watchEnd: () => (watchEnd ? anySignal([watchEnd(), watchSession()]) : watchSession()),
    };
  };

  const ownerOf = async ({ holder, end }: Claims): Promise<Result<Principal, FailureReason>> => {
    if ('token' in holder) return authenticator.authenticate(holder.token);
    const { keys, onBehalfOf, ...person } = holder.person;
    if (keys.some(tokens.isEnded) || tokens.isTaken(onBehalfOf ?? person.id)) return err(ended);
    const watchEnd = () => anySignal(keys.map((held) => tokens.watchEnd(held, end * 1000)));
    return ok({ ...person, watchEnd, ...omitUndefined({ onBehalfOf }) });
  };

  const authenticate = async (text: string): Promise<Result<Principal, FailureReason>> => {
    const claims = await openWith(key, text);
    if (claims === undefined) return err(failure('unauthenticated', 'The session is unknown.'));
    if (!(await tokens.isReady())) return err(tokensUnknown);
    const now = nowInSeconds();
    if (now >= claims.exp || now >= claims.end || tokens.isEnded(keyOf(claims))) return err(ended);
    const owner = await ownerOf(claims);
    if (owner.ok) return ok(principalOf(claims, owner.value, now));
    return owner.error.code === 'unauthenticated' ? err(ended) : owner;
  };

  const begin = async (holder: Claims['holder']): Promise<string> => {
    const now = nowInSeconds();
    const random = (): string => randomBytes(32).toString('base64url');
    const end = now + terms.maxSeconds;
    const text = await seal(prolonged({ sid: random(), csrf: random(), holder, end }, now));
    if (text.length <= MAX_SEALED) return text;
    throw new Failure(
      failure('validation_error', 'The token is too long for a session in a browser.', {
        details: { issues: [{ path: 'token', message: 'is too long for a cookie' }] },
      }),
    );
  };

  const isSealed = (text: string): boolean => text.startsWith(PREFIX);
  return {
    authenticator: {
      authenticate: (text) => (isSealed(text) ? authenticate(text) : authenticator.authenticate(text)),
    },
    sessions: {
      isSealed,
      begin: (token) => begin({ token }),
      beginFor: (person) => begin({ person }),
    },
  };
};
