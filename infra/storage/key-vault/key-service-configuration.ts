import { z } from 'zod';
import type { Choice } from '../../installation/environment/choice.ts';

/** The variables of an external service that wraps the master key. */
export const keyServiceEnvironment = {
  KEY_SERVICE_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http:// or https:// URL' })
    .transform((value) => new URL(value.endsWith('/') ? value : `${value}/`))
    .refine(({ username, password }) => `${username}${password}` === '', 'must not hold a password')
    .optional()
    .describe(
      'a HashiCorp Vault or OpenBao that wraps the master key (transit engine); the key file is then useless without that service',
    ),
  KEY_SERVICE_MOUNT: z
    .string()
    .regex(
      /^[A-Za-z0-9_-]+(?:\/[A-Za-z0-9_-]+)*$/,
      'must be a path of letters, digits, hyphens and underscores',
    )
    .default('transit')
    .describe('mount path of the transit engine in that service'),
  KEY_SERVICE_KEY: z
    .string()
    .regex(/^[A-Za-z0-9._-]{1,128}$/, 'must be a name of letters, digits, dots, hyphens and underscores')
    .default('anamnesis')
    .describe('name of the key in the transit engine'),
  KEY_SERVICE_TOKEN_FILE: z
    .string()
    .min(1)
    .optional()
    .describe('file with the token for that service, read at each request'),
  KEY_SERVICE_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .positive()
    .max(60_000)
    .default(5000)
    .describe('time limit of a request to that service'),
} as const;

/** A service that wraps the master key. Timeout in milliseconds. */
export type KeyServiceConfiguration = {
  readonly url: URL;
  readonly mount: string;
  readonly key: string;
  readonly tokenFile: string;
  readonly timeout: number;
};

type KeyServiceEnvironment = z.output<z.ZodObject<typeof keyServiceEnvironment>>;

/** The service that the variables name, if any, or what is wrong with them. */
export const chooseKeyService = (env: KeyServiceEnvironment): Choice<KeyServiceConfiguration | undefined> => {
  if (env.KEY_SERVICE_URL === undefined) return { ok: true, value: undefined };
  if (env.KEY_SERVICE_TOKEN_FILE === undefined)
    return { ok: false, problem: 'KEY_SERVICE_URL needs KEY_SERVICE_TOKEN_FILE, the file with its token.' };
  return {
    ok: true,
    value: {
      url: env.KEY_SERVICE_URL,
      mount: env.KEY_SERVICE_MOUNT,
      key: env.KEY_SERVICE_KEY,
      tokenFile: env.KEY_SERVICE_TOKEN_FILE,
      timeout: env.KEY_SERVICE_TIMEOUT_MS,
    },
  };
};
