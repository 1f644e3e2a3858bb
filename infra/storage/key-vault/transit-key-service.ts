import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { KeyService } from '../../../ports/key-service.ts';
import { readLimitedText } from '../../resilience/read-limited-text.ts';
import { askKeyService, type KeyServiceProblem, keyServiceUnavailable } from './key-service-attempts.ts';
import type { TransitConfiguration } from './key-service-configuration.ts';

/** The size limit of a response; a usual one has a few hundred bytes. */
const ANSWER_BYTES = 64 * 1024;

const encrypted = z.object({ data: z.object({ ciphertext: z.string().min(1).max(4096) }) });
const decrypted = z.object({ data: z.object({ plaintext: z.base64() }) });

/** A response with a status other than 2xx. */
class StatusError extends Error {
  readonly status: number;
  constructor(status: number) {
    super(`status ${status}`);
    this.status = status;
  }
}

/** The file with the token cannot be read. */
class TokenFileError extends Error {}

const messageOf = (error: unknown, { url, mount, key, tokenFile }: TransitConfiguration): string => {
  if (error instanceof TokenFileError)
    return `The file of the key service's token, ${tokenFile}, cannot be read.`;
  if (!(error instanceof StatusError))
    return error instanceof z.ZodError || error instanceof SyntaxError
      ? `The server at ${url.host} is not a key service: its response has another format.`
      : `The key service at ${url.host} does not answer.`;
  const { status } = error;
  if (status === 401 || status === 403)
    return `The key service refused the token (${status}). It needs permission to update ${mount}/encrypt/${key} and ${mount}/decrypt/${key}.`;
  if (status === 400 || status === 404)
    return (
      `The key service does not know the key "${key}" at "${mount}", or did not wrap this master key with it (${status}). ` +
      'Check KEY_SERVICE_KEY and KEY_SERVICE_MOUNT.'
    );
  return `The key service answered with an error (${status}).`;
};

/** A retry may help while the service is starting or still sealed, but not after a refusal. */
const isPassing = (error: unknown): boolean =>
  error instanceof StatusError
    ? error.status === 429 || error.status >= 500
    : !(error instanceof TokenFileError);

/**
 * The transit engine of HashiCorp Vault and OpenBao: `POST /v1/<mount>/encrypt/<key>` and `…/decrypt/<key>` with
 * bytes in base64. Redirects are refused: they could carry the key to another machine. There is no circuit breaker,
 * because only a start and one command call the service.
 */
export const createTransitKeyService = (configuration: TransitConfiguration): KeyService => {
  const { url, mount, key, tokenFile, timeout } = configuration;

  const post = async (what: 'encrypt' | 'decrypt', body: object): Promise<unknown> => {
    const token = await readFile(tokenFile, 'utf8').catch((cause: unknown) => {
      throw new TokenFileError('unreadable', { cause });
    });
    const response = await fetch(new URL(`v1/${mount}/${what}/${encodeURIComponent(key)}`, url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-vault-token': token.trim() },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(timeout),
    });
    if (!response.ok) {
      await response.body?.cancel();
      throw new StatusError(response.status);
    }
    return JSON.parse((await readLimitedText(response, ANSWER_BYTES)) ?? '');
  };

  const problemOf = (error: unknown): KeyServiceProblem => ({
    failure: keyServiceUnavailable(messageOf(error, configuration), error),
    isPassing: isPassing(error),
  });

  return {
    wrap: async (secret) => {
      const body = { plaintext: Buffer.from(secret).toString('base64') };
      return askKeyService(
        async () => encrypted.parse(await post('encrypt', body)).data.ciphertext,
        problemOf,
      );
    },
    unwrap: async (wrapped) =>
      askKeyService(
        async () =>
          Buffer.from(
            decrypted.parse(await post('decrypt', { ciphertext: wrapped })).data.plaintext,
            'base64',
          ),
        problemOf,
      ),
  };
};
