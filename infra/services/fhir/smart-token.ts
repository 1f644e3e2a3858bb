import { readFile } from 'node:fs/promises';
import { importJWK, importPKCS8, type JWK, SignJWT } from 'jose';
import { v4 as randomUuid } from 'uuid';
import { z } from 'zod';
import type { Metrics } from '../../../ports/metrics.ts';
import { isPrivateHost } from '../../installation/environment/is-private-host.ts';
import { readLimitedText } from '../../resilience/read-limited-text.ts';
import { parseJson } from '../outside/parse-json.ts';
import { sendExternalRequest } from '../outside/send-external-request.ts';
import type { SmartClient } from './fhir-configuration.ts';
import { fhirFailure } from './fhir-failure.ts';
import { refusalOf } from './read-answer.ts';

const ANSWER_BYTES = 256 * 1024;
/** Lifetime in seconds; the limit is five minutes (SMART App Launch 2, "Asymmetric Authentication"). */
const ASSERTION_LIFE = 240;
/** Milliseconds before its expiry at which a token is replaced. */
const SPARE_MS = 30_000;
/** Lifetime in seconds assumed when the server does not state it; it should be at most five minutes. */
const USUAL_LIFE = 300;

const configurationSchema = z.object({ token_endpoint: z.url({ protocol: /^https?$/ }).max(1000) });
const tokenSchema = z.object({
  access_token: z
    .string()
    .max(8000)
    .regex(/^[\x21-\x7e]+$/),
  token_type: z.string().regex(/^bearer$/i),
  expires_in: z.number().positive().max(86_400).optional(),
});

type Options = {
  readonly base: URL;
  readonly client: SmartClient;
  readonly metrics: Metrics;
  /** Milliseconds of a monotonic clock. */
  readonly elapsed: () => number;
};

/** Provides a valid token, requesting a new one when needed. */
export type TokenSource = {
  readonly token: (signal: AbortSignal) => Promise<string>;
  /** Discards a token that was rejected. */
  readonly forget: () => void;
};

const isEcKey = ({ kty }: JWK): boolean => kty === 'EC';

/** Reads the key from the file, with the algorithm that SMART requires for its kind. */
const readKey = async (file: string) => {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined)
    throw fhirFailure('unavailable', 'The file of FHIR_PRIVATE_KEY_FILE cannot be read.');
  try {
    if (text.trimStart().startsWith('{')) {
      const jwk: JWK = JSON.parse(text);
      const alg = isEcKey(jwk) ? 'ES384' : 'RS384';
      return { key: await importJWK(jwk, alg), alg, kid: typeof jwk.kid === 'string' ? jwk.kid : undefined };
    }
    const rsa = await importPKCS8(text, 'RS384').catch(() => undefined);
    return rsa === undefined
      ? { key: await importPKCS8(text, 'ES384'), alg: 'ES384', kid: undefined }
      : { key: rsa, alg: 'RS384', kid: undefined };
  } catch {
    throw fhirFailure('unavailable', 'The file of FHIR_PRIVATE_KEY_FILE contains no key for RS384 or ES384.');
  }
};

/**
 * Obtains tokens of SMART Backend Services: client credentials with an assertion signed here
 * (private_key_jwt). Each is reused until shortly before it expires; concurrent callers share one request.
 */
export const createSmartTokens = ({ base, client, metrics, elapsed }: Options): TokenSource => {
  const request = { leavesThePremises: false, component: 'patient-records', metrics, questions: [] } as const;
  let known: { readonly token: string; readonly until: number } | undefined;

  const tokenUrl = async (signal: AbortSignal): Promise<URL> => {
    if (client.tokenUrl !== undefined) return client.tokenUrl;
    const response = await sendExternalRequest({
      ...request,
      url: new URL('.well-known/smart-configuration', base),
      as: 'query',
      body: {},
      signal,
    });
    const text = (await readLimitedText(response, ANSWER_BYTES)) ?? '';
    if (!response.ok) throw refusalOf(response, text);
    const { data } = configurationSchema.safeParse(parseJson(text));
    if (data === undefined)
      throw fhirFailure('external_api_error', 'The server names no token endpoint. Set FHIR_TOKEN_URL.');
    const url = new URL(data.token_endpoint);
    if (url.protocol === 'http:' && !isPrivateHost(url))
      throw fhirFailure('external_api_error', 'The server names a token endpoint that is not encrypted.');
    return url;
  };

  const fetchToken = async (signal: AbortSignal): Promise<string> => {
    const url = await tokenUrl(signal);
    const { key, alg, kid } = await readKey(client.keyFile);
    const keyId = client.keyId ?? kid;
    const now = Math.floor(Date.now() / 1000);
    const assertion = await new SignJWT()
      .setProtectedHeader({ alg, typ: 'JWT', ...(keyId === undefined ? {} : { kid: keyId }) })
      .setIssuer(client.clientId)
      .setSubject(client.clientId)
      .setAudience(url.href)
      .setJti(randomUuid())
      .setIssuedAt(now)
      .setExpirationTime(now + ASSERTION_LIFE)
      .sign(key);
    const response = await sendExternalRequest({
      ...request,
      url,
      as: 'form',
      body: { grant_type: 'client_credentials', scope: client.scope },
      unscreened: {
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        client_assertion: assertion,
      },
      signal,
    });
    const text = (await readLimitedText(response, ANSWER_BYTES)) ?? '';
    if (!response.ok)
      throw response.status === 400
        ? fhirFailure(
            'external_api_error',
            'The server of patient records issued no token (400). Check FHIR_CLIENT_ID, its key and FHIR_SCOPE.',
            { status: 400 },
          )
        : refusalOf(response, text);
    const { data } = tokenSchema.safeParse(parseJson(text));
    if (data === undefined)
      throw fhirFailure('external_api_error', 'The server of patient records issued an unusable token.');
    known = {
      token: data.access_token,
      until: elapsed() + (data.expires_in ?? USUAL_LIFE) * 1000 - SPARE_MS,
    };
    return data.access_token;
  };

  let asking: Promise<string> | undefined;
  return {
    token: async (signal) => {
      if (known !== undefined && elapsed() < known.until) return known.token;
      asking ??= fetchToken(signal).finally(() => {
        asking = undefined;
      });
      return asking;
    },
    forget: () => {
      known = undefined;
    },
  };
};
