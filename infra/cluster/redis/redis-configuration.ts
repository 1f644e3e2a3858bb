import { z } from 'zod';
import { omitUndefined } from '../../../domain/kernel/omit-undefined.ts';
import type { Choice } from '../../installation/environment/choice.ts';
import { flag } from '../../installation/environment/flag.ts';
import { isPrivateHost } from '../../installation/environment/is-private-host.ts';
import { REDIS_SCHEME, type RedisAddress, type RedisUrl, readRedisUrl } from './redis-url.ts';

/** The variables of Redis, through which nodes share short-lived state. */
export const redisEnvironment = {
  REDIS_URL: z
    .string()
    .regex(
      REDIS_SCHEME,
      'must be a redis:// or rediss:// URL, with +sentinel or +cluster for several servers',
    )
    .optional()
    .describe(
      'Redis server (6.2 or later) shared by several nodes: rediss://user:password@host:port/database, rediss+sentinel://user:password@host:port,host:port/master/database or rediss+cluster://user:password@host:port,host:port; nothing fails without it',
    ),
  REDIS_PASSWORD: z
    .string()
    .min(1)
    .optional()
    .describe('password for that server, to keep it out of the URL'),
  REDIS_SENTINEL_PASSWORD: z
    .string()
    .min(1)
    .optional()
    .describe('password for the sentinels of a redis+sentinel:// URL, if required'),
  REDIS_CA_FILE: z
    .string()
    .min(1)
    .optional()
    .describe('file with additional certification authorities (PEM) for verifying that server'),
  REDIS_LOCAL: flag
    .optional()
    .describe(
      "declares whether that server is in your own network, where it may omit TLS; default: judged by its address, which a container's name does not reveal",
    ),
  REDIS_PREFIX: z
    .string()
    .regex(/^[A-Za-z0-9:_.-]{1,60}$/, 'must be 1 to 60 letters, digits, or : _ . -')
    .optional()
    .describe('prefix of all keys and channels in Redis; default: "anamnesis:"'),
} as const;

type RedisEnvironment = z.output<z.ZodObject<typeof redisEnvironment>>;

/** The address of Redis, and the credentials for it. */
export type RedisConfiguration = RedisUrl & {
  readonly prefix: string;
  readonly sentinelPassword?: string;
  readonly caFile?: string;
};

const DEFAULT_PREFIX = 'anamnesis:';

const wrong = (problem: string): { readonly ok: false; readonly problem: string } => ({ ok: false, problem });

const PARTS = [
  'REDIS_PASSWORD',
  'REDIS_SENTINEL_PASSWORD',
  'REDIS_CA_FILE',
  'REDIS_LOCAL',
  'REDIS_PREFIX',
] as const;

const isPrivate = ({ host }: RedisAddress): boolean => isPrivateHost({ hostname: host });

/** Chooses Redis when REDIS_URL is set. Connections without TLS are limited to private networks. */
export const chooseRedis = (env: RedisEnvironment): Choice<RedisConfiguration | undefined> => {
  const { REDIS_URL: written, REDIS_CA_FILE: caFile, REDIS_PREFIX: prefix = DEFAULT_PREFIX } = env;
  const { REDIS_PASSWORD, REDIS_SENTINEL_PASSWORD: sentinelPassword } = env;
  if (written === undefined) {
    const unread = PARTS.find((name) => env[name] !== undefined);
    return unread ? wrong(`${unread} has no effect without REDIS_URL`) : { ok: true, value: undefined };
  }
  const url = readRedisUrl(written);
  if (!url.ok) return url;
  const { mode, tls, addresses, user, password: inUrl, ...place } = url.value;
  if (REDIS_PASSWORD !== undefined && inUrl !== undefined)
    return wrong('REDIS_PASSWORD is set, and REDIS_URL has a password too');
  if (sentinelPassword !== undefined && mode !== 'sentinel')
    return wrong('REDIS_SENTINEL_PASSWORD has no effect without a redis+sentinel:// URL');
  if (caFile !== undefined && !tls) return wrong('REDIS_CA_FILE has no effect with a redis:// URL');
  if (!tls && !(env.REDIS_LOCAL ?? addresses.every(isPrivate)))
    return wrong(
      `REDIS_URL must be a rediss:// URL${mode === 'server' ? '' : ` (rediss+${mode}://)`}, because the host is not a private address (REDIS_LOCAL=true declares that it is in a network of your own)`,
    );
  const password = REDIS_PASSWORD ?? inUrl;
  if (user !== undefined && password === undefined) return wrong('REDIS_URL has a user without a password');
  return {
    ok: true,
    value: {
      ...{ mode, tls, addresses, prefix, ...place },
      ...omitUndefined({ user, password, sentinelPassword, caFile }),
    },
  };
};
