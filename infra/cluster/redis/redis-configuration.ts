import { z } from 'zod';
import { omitUndefined } from '../../../domain/kernel/omit-undefined.ts';
import type { Choice } from '../../installation/environment/choice.ts';
import { flag } from '../../installation/environment/flag.ts';
import { isPrivateHost } from '../../installation/environment/is-private-host.ts';

/** The variables that let nodes share what is short-lived through Redis. */
export const redisEnvironment = {
  REDIS_URL: z
    .url({ protocol: /^rediss?$/, error: 'must be a redis:// or rediss:// URL' })
    .optional()
    .describe(
      'a Redis server (6.2 or later) that several nodes share: rediss://user:password@host:port/database; everything goes on without it',
    ),
  REDIS_PASSWORD: z
    .string()
    .min(1)
    .optional()
    .describe('the password for that server, where the URL shall not hold it'),
  REDIS_CA_FILE: z
    .string()
    .min(1)
    .optional()
    .describe('a file with the certificates (PEM) that that server is verified by, besides the usual ones'),
  REDIS_LOCAL: flag
    .optional()
    .describe(
      'whether that server is in a network of your own, where it may do without TLS; default: by its address, which the name of a container does not reveal',
    ),
  REDIS_PREFIX: z
    .string()
    .regex(/^[A-Za-z0-9:_.-]{1,60}$/, 'must be 1 to 60 letters, digits, or : _ . -')
    .optional()
    .describe('what all keys and channels there begin with; "anamnesis:" unless set'),
} as const;

type RedisEnvironment = z.output<z.ZodObject<typeof redisEnvironment>>;

/** The address of Redis and its credentials. */
export type RedisConfiguration = {
  readonly host: string;
  readonly port: number;
  readonly database: number;
  readonly tls: boolean;
  readonly prefix: string;
  readonly user?: string;
  readonly password?: string;
  readonly caFile?: string;
};

const USUAL_PORT = 6379;
const DEFAULT_PREFIX = 'anamnesis:';

/** Undefined for what is no percent-encoding. */
const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
};

const wrong = (problem: string): { readonly ok: false; readonly problem: string } => ({ ok: false, problem });

/** Chooses Redis when REDIS_URL is set. What travels without TLS stays in a private network. */
export const chooseRedis = (env: RedisEnvironment): Choice<RedisConfiguration | undefined> => {
  const { REDIS_URL: written, REDIS_PASSWORD, REDIS_CA_FILE: caFile, REDIS_PREFIX: prefix } = env;
  if (written === undefined) {
    const unread = (['REDIS_PASSWORD', 'REDIS_CA_FILE', 'REDIS_LOCAL', 'REDIS_PREFIX'] as const).find(
      (name) => env[name] !== undefined,
    );
    return unread ? wrong(`${unread} has no effect without REDIS_URL`) : { ok: true, value: undefined };
  }
  const url = new URL(written);
  const tls = url.protocol === 'rediss:';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const database = url.pathname.replace(/^\//, '') || '0';
  const [user, inUrl] = [decoded(url.username), decoded(url.password)];
  if (host === '') return wrong('REDIS_URL must name a host');
  if (url.search !== '' || url.hash !== '')
    return wrong('REDIS_URL must end with the number of the database, without ? or #');
  if (!/^\d{1,4}$/.test(database))
    return wrong('REDIS_URL must end with the number of a database, e.g. redis://127.0.0.1:6379/0');
  if (user === undefined || inUrl === undefined)
    return wrong('REDIS_URL must have user and password percent-encoded');
  if (REDIS_PASSWORD !== undefined && inUrl !== '')
    return wrong('REDIS_PASSWORD is set, and REDIS_URL has a password too');
  if (caFile !== undefined && !tls) return wrong('REDIS_CA_FILE has no effect with a redis:// URL');
  if (!tls && !(env.REDIS_LOCAL ?? isPrivateHost(url)))
    return wrong(
      'REDIS_URL must be a rediss:// URL, because the host is not a private address (REDIS_LOCAL=true says that it is in a network of your own)',
    );
  const password = REDIS_PASSWORD ?? (inUrl || undefined);
  if (user !== '' && password === undefined) return wrong('REDIS_URL has a user without a password');
  return {
    ok: true,
    value: {
      host,
      port: url.port === '' ? USUAL_PORT : Number(url.port),
      database: Number(database),
      tls,
      prefix: prefix ?? DEFAULT_PREFIX,
      ...omitUndefined({ user: user || undefined, password, caFile }),
    },
  };
};
