import { createHash, randomBytes } from 'node:crypto';
import { errors } from 'jose';
import { z } from 'zod';
import { Failure, type FailureReason, failure } from '../../../domain/kernel/failure.ts';
import { isRecord } from '../../../domain/kernel/is-record.ts';
import { omitUndefined } from '../../../domain/kernel/omit-undefined.ts';
import { err, ok, type Result } from '../../../domain/kernel/result.ts';
import type { IdentityProvider } from '../../../ports/identity-provider.ts';
import type { Logger } from '../../../ports/logger.ts';
import type { OpenedSessions } from './browser-sessions.ts';
import { personOf } from './jwt-authenticator.ts';
import { tokenDigest } from './named-token-source.ts';
import type { OidcConfiguration } from './oidc-configuration.ts';
import { createOidcProvider, ProviderFault, SignInRefused } from './oidc-provider.ts';
import { createOneTimeSeal, type OneTimeSealServices } from './one-time-seal.ts';

type OidcOptions = OneTimeSealServices & {
  readonly configuration: OidcConfiguration;
  /** Begins a session for the person whom verified claims describe. */
  readonly beginSession: (
    claims: Readonly<Record<string, unknown>>,
    idToken: string,
  ) => Promise<Result<string, FailureReason>>;
  readonly logger: Logger;
};

/** Long enough to enter a password and a second factor, in seconds. */
const LIFE_SECONDS = 600;

const begunSchema = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  returnTo: z.string(),
});

const random = (): string => randomBytes(32).toString('base64url');

/** The value of a claim whose name can lead into objects: `realm_access.roles`. */
const claimAt = (claims: Readonly<Record<string, unknown>>, name: string): unknown =>
  name in claims
    ? claims[name]
    : name.split('.').reduce<unknown>((place, part) => (isRecord(place) ? place[part] : undefined), claims);

const refused = (message: string): Result<never, FailureReason> => err(failure('unauthenticated', message));

const unavailable = (message: string): FailureReason =>
  failure('unavailable', message, { component: 'identity-provider', retryAfter: 5 });

/** Begins sessions of people as those of tokens are: with the same rules about ids, roles and teams. */
export const beginSessionFor =
  (
    { beginFor }: Pick<OpenedSessions, 'beginFor'>,
    rules: Parameters<typeof personOf>[2],
  ): OidcOptions['beginSession'] =>
  async (claims, idToken) => {
    const person = personOf(claims, tokenDigest(idToken), rules);
    if (!person.ok) return person;
    const { principal, sessionKeys } = person.value;
    const { id, roles, teams, onBehalfOf } = principal;
    const lists = { roles: [...roles], teams: [...teams], keys: [...sessionKeys] };
    return ok(await beginFor({ id, ...lists, ...omitUndefined({ onBehalfOf }) }));
  };

/** Signs people in with the configured OpenID provider. Every sign-in is completed once, by the browser that began it. */
export const createOidcSignIn = ({ configuration, ...options }: OidcOptions): IdentityProvider => {
  const { issuer, clientId, scopes, rolesClaim } = configuration;
  const { clock, beginSession, logger } = options;
  const provider = createOidcProvider(configuration, () => Date.parse(clock.now()));
  const seal = createOneTimeSeal(options, {
    purpose: 'oidc-sign-in',
    lifeSeconds: LIFE_SECONDS,
    content: begunSchema,
  });
  const faultOf = (error: unknown): FailureReason => {
    if (error instanceof ProviderFault) {
      logger.warn({ component: 'identity-provider' }, error.message);
      return unavailable(error.message);
    }
    if (error instanceof SignInRefused) return failure('unauthenticated', error.message);
    if (!(error instanceof errors.JOSEError)) throw error;
    logger.warn({ component: 'identity-provider', code: error.code }, 'An ID token was refused.');
    return failure('unauthenticated', 'The identity provider sent an invalid ID token.');
  };
  return {
    begin: async (redirectUri, returnTo) => {
      const [state, nonce, verifier] = [random(), random(), random()];
      const { authorization_endpoint } = await provider.describe().catch((error: unknown) => {
        throw new Failure(faultOf(error));
      });
      const location = new URL(authorization_endpoint);
      for (const [name, value] of Object.entries({
        response_type: 'code',
        client_id: clientId,
        redirect_uri: redirectUri,
        scope: scopes,
        state,
        nonce,
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
      }))
        location.searchParams.set(name, value);
      const { text: begun } = await seal.seal({ state, nonce, verifier, returnTo });
      return { location: location.href, begun, lifeSeconds: LIFE_SECONDS };
    },
    complete: async (sealed, { code, state, iss, error }, redirectUri) => {
      const begun = await seal.open(sealed);
      // RFC 9207: an answer of another provider must not be taken for one of this.
      if (begun === undefined || begun.state !== state || (iss !== undefined && iss !== issuer))
        return refused('This sign-in was not begun in this browser, or has expired. Begin again.');
      if (!(await seal.use(begun))) return refused('This sign-in was already completed. Begin again.');
      if (error !== undefined || code === undefined)
        return refused('The identity provider did not sign you in.');
      try {
        const { claims, idToken } = await provider.exchange({ ...begun, code, redirectUri });
        const session = await beginSession({ ...claims, roles: claimAt(claims, rolesClaim) }, idToken);
        return session.ok ? ok({ session: session.value, returnTo: begun.returnTo }) : session;
      } catch (fault) {
        return err(faultOf(fault));
      }
    },
  };
};
