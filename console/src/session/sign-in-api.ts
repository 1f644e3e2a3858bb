import { RefusedRequest } from '../../../client/failures.ts';

/** How people may sign in here. */
export type SignInOffer = {
  readonly methods: readonly ('token' | 'oidc')[];
  /** The name of the installation's environment, e.g. `production`. */
  readonly environment: string | null;
  readonly version: string | null;
};

/** What a person signs in with: a token, or the code of a one-time link. */
export type Credentials = { readonly token: string } | { readonly code: string };

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** The data in the envelope of an answer; throws if the server refused the request. */
const dataOf = async (response: Response): Promise<Readonly<Record<string, unknown>>> => {
  const body: unknown = await response.json().catch(() => undefined);
  if (response.ok && isRecord(body) && isRecord(body.data)) return body.data;
  const error = isRecord(body) && isRecord(body.error) ? body.error : {};
  throw new SignInRefused(
    response.status,
    textOf(error.message) ?? 'The server sent an answer that makes no sense.',
  );
};

/** The server refused to sign someone in. */
export class SignInRefused extends Error {
  override readonly name = 'SignInRefused';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const call = (path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(`${__API_URL__}${path}`, { ...init, headers: { Accept: 'application/json', ...init.headers } });

/** Asks how people may sign in. */
export const readSignInOffer = async (): Promise<SignInOffer> => {
  const data = await dataOf(await call('/api/sign-in'));
  const methods = Array.isArray(data.methods) ? data.methods : [];
  return {
    methods: (['token', 'oidc'] as const).filter((method) => methods.includes(method)),
    environment: textOf(data.environment),
    version: textOf(data.version),
  };
};

/** Exchanges credentials for a session cookie. */
export const openSession = async (credentials: Credentials): Promise<void> => {
  await dataOf(
    await call('/api/session', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(credentials),
    }),
  );
};

/** Ends the session that the cookie keeps. The person counts as signed out even if the server cannot be reached. */
export const endSession = async (csrfToken: string): Promise<void> => {
  await call('/api/session', { method: 'DELETE', headers: { 'X-CSRF-Token': csrfToken } }).catch(
    () => undefined,
  );
};

/** True when the server does not know the caller: never signed in, idle for too long, or a token that expired. */
export const isUnauthenticated = (error: unknown): boolean =>
  error instanceof RefusedRequest && error.status === 401;
