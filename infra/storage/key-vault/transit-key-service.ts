import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { Failure, failure } from '../../../domain/kernel/failure.ts';
import { abortablePause } from '../../../ports/abortable-pause.ts';
import type { KeyService } from '../../../ports/key-service.ts';
import { readLimitedText } from '../../resilience/read-limited-text.ts';
import type { KeyServiceConfiguration } from './key-service-configuration.ts';

/** The size limit of a response; a usual one has a few hundred bytes. */
const ANSWER_BYTES = 64 * 1024;
/** A start waits for its only call: these attempts bridge the restart of a service on the same machine. */
const ATTEMPTS = 4;
const FIRST_PAUSE_MS = 500;

const COMPONENT = 'key-service';

const unavailable = (message: string, cause?: unknown): Failure =>
  new Failure(failure('unavailable', message, { component: COMPONENT }), { cause });

const encrypted = z.object({ data: z.object({ ciphertext: z.string().min(1).max(4096) }) });
const decrypted = z.object({ data: z.object({ plaintext: z.base64() }) });

const refusalOf = (status: number, { key, mount }: KeyServiceConfiguration): Failure => {
  if (status === 401 || status === 403)
    return unavailable(
      `The key service refused the token (${status}). It needs permission to update ${mount}/encrypt/${key} and ${mount}/decrypt/${key}.`,
    );
  if (status === 400 || status === 404)
    return unavailable(
      `The key service does not know the key "${key}" at "${mount}", or did not wrap this master key with it (${status}). ` +
        'Check KEY_SERVICE_KEY and KEY_SERVICE_MOUNT.',
    );
  return unavailable(`The key service answered with an error (${status}).`);
};

/** True when a retry may help, as while the service is starting or still sealed; false for a refusal. */
const isPassing = (status: number): boolean => status === 429 || status >= 500;

/**
 * The transit engine of HashiCorp Vault and OpenBao: `POST /v1/<mount>/encrypt/<key>` and `…/decrypt/<key>` with
 * bytes in base64. Redirects are refused: they could carry the key to another machine. There is no circuit breaker,
 * because only a start and one command call the service.
 */
export const createTransitKeyService = (configuration: KeyServiceConfiguration): KeyService => {
  const { url, mount, key, tokenFile, timeout } = configuration;

  const ask = async (what: 'encrypt' | 'decrypt', body: object): Promise<unknown> => {
    const token = await readFile(tokenFile, 'utf8').catch((cause: unknown) => {
      throw unavailable(`The file of the key service's token, ${tokenFile}, cannot be read.`, cause);
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
      throw Object.assign(refusalOf(response.status, configuration), {
        isPassing: isPassing(response.status),
      });
    }
    return JSON.parse((await readLimitedText(response, ANSWER_BYTES)) ?? '');
  };

  const askAgain = async <Answer extends z.ZodType>(
    what: 'encrypt' | 'decrypt',
    body: object,
    schema: Answer,
  ): Promise<z.output<Answer>> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return schema.parse(await ask(what, body));
      } catch (error) {
        const mayPass = !(error instanceof Failure) || ('isPassing' in error && error.isPassing === true);
        if (mayPass && attempt < ATTEMPTS) {
          await abortablePause(FIRST_PAUSE_MS * 2 ** (attempt - 1), new AbortController().signal);
          continue;
        }
        if (error instanceof Failure) throw error;
        throw unavailable(
          error instanceof z.ZodError || error instanceof SyntaxError
            ? `The server at ${url.host} is not a key service: its response has another format.`
            : `The key service at ${url.host} does not answer.`,
          error,
        );
      }
    }
  };

  return {
    wrap: async (secret) =>
      (await askAgain('encrypt', { plaintext: Buffer.from(secret).toString('base64') }, encrypted)).data
        .ciphertext,
    unwrap: async (wrapped) =>
      Buffer.from((await askAgain('decrypt', { ciphertext: wrapped }, decrypted)).data.plaintext, 'base64'),
  };
};
