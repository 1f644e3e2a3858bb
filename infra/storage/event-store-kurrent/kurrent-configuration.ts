import { createRequire } from 'node:module';
import { isAbsolute, resolve } from 'node:path';
import type { ConnectionOptions } from '@eventstore/db-client/dist/Client/parseConnectionString.js';
import { z } from 'zod';
import { omitUndefined } from '../../../domain/kernel/omit-undefined.ts';
import type { Choice } from '../../installation/environment/choice.ts';

/** The variables that configure a log in KurrentDB. */
export const kurrentEnvironment = {
  EVENTSTORE_URL: z
    .string()
    .min(1)
    .optional()
    .describe(
      'connection string (esdb://… or kurrentdb://…) of KurrentDB or EventStoreDB 23.10 or later for the log; without it the log is in the database',
    ),
  EVENTSTORE_PREFIX: z
    .string()
    .regex(
      /^[a-z0-9][a-z0-9_.]{0,31}$/,
      'must be at most 32 lower-case letters, digits, dots and underscores',
    )
    .optional()
    .describe(
      'prefix of the stream names in KurrentDB, different for each installation (anamnesis. unless set)',
    ),
} as const;

type KurrentEnvironment = z.output<z.ZodObject<typeof kurrentEnvironment>>;

export type KurrentEndpoint = { readonly address: string; readonly port: number };

/** The address of KurrentDB, and the prefix of our streams. */
export type KurrentConfiguration = {
  readonly hosts: readonly KurrentEndpoint[];
  /** True when the hosts are only asked for the leader. */
  readonly discover: boolean;
  readonly nodePreference: NonNullable<ConnectionOptions['nodePreference']>;
  readonly tls: boolean;
  readonly caFile?: string;
  readonly userCertFile?: string;
  readonly userKeyFile?: string;
  readonly credentials?: { readonly username: string; readonly password: string };
  /** Milliseconds. */
  readonly keepAliveInterval: number;
  readonly keepAliveTimeout: number;
  readonly prefix: string;
};

const require = createRequire(import.meta.url);
/** The parser of the client. It loads gRPC, which installations without KurrentDB do not need. */
const parser = (): typeof import('@eventstore/db-client/dist/Client/parseConnectionString.js') =>
  require('@eventstore/db-client/dist/Client/parseConnectionString.js');

/** Ten seconds each, the defaults of the vendor's client. */
const KEEP_ALIVE_MS = 10_000;
const DEFAULT_PREFIX = 'anamnesis.';

/** Translates options that the client's parser does not know yet into ones that it knows. */
const withEsdbScheme = (url: string): string =>
  url.trim().replace(/^(?:kurrentdb|kurrent|kdb)(\+discover)?:\/\//, 'esdb$1://');

const options = new Set(
  [
    'userCertFile',
    'userKeyFile',
    'maxDiscoverAttempts',
    'connectionName',
    'defaultDeadline',
    'discoveryInterval',
    'gossipTimeout',
    'nodePreference',
    'tls',
    'tlsCAFile',
    'throwOnAppendFailure',
    'keepAliveInterval',
    'keepAliveTimeout',
  ].map((name) => name.toLowerCase()),
);

/** The first option that is unknown, or that the client ignores. */
const unknownOption = (url: string): string | undefined =>
  url
    .split('?')
    .slice(1)
    .join('?')
    .split('&')
    .map((pair) => pair.split('=')[0] ?? '')
    .find((name) => name !== '' && !options.has(name.toLowerCase()));

const absolutePath = (path: string): string => (isAbsolute(path) ? path : resolve(process.cwd(), path));

/** The configuration if there is one, or a sentence that names the variable that is wrong, without its value. */
export const chooseKurrent = (env: KurrentEnvironment): Choice<KurrentConfiguration | undefined> => {
  const { EVENTSTORE_URL: url, EVENTSTORE_PREFIX: prefix } = env;
  if (url === undefined)
    return prefix === undefined
      ? { ok: true, value: undefined }
      : { ok: false, problem: 'EVENTSTORE_PREFIX has no effect without EVENTSTORE_URL' };
  // Before it is parsed: the parser would write the whole string to the console, with the password.
  if (/[?&]tlsVerifyCert=/i.test(url))
    return { ok: false, problem: 'EVENTSTORE_URL must not have tlsVerifyCert; name a tlsCAFile' };
  const unknown = unknownOption(url);
  if (unknown !== undefined)
    return {
      ok: false,
      problem: `EVENTSTORE_URL has an option that does not exist: ${unknown.slice(0, 40)}`,
    };
  let parsed: ConnectionOptions;
  try {
    parsed = parser().parseConnectionString(withEsdbScheme(url));
  } catch {
    // Its message quotes the string, which holds the password.
    return {
      ok: false,
      problem:
        'EVENTSTORE_URL must be a connection string such as esdb://user:password@host:2113?tls=true or esdb+discover://…',
    };
  }
  if ((parsed.userCertFile === undefined) !== (parsed.userKeyFile === undefined))
    return {
      ok: false,
      problem: 'EVENTSTORE_URL must have both of userCertFile and userKeyFile, or neither',
    };
  return {
    ok: true,
    value: {
      hosts: parsed.hosts,
      discover: parsed.dnsDiscover || parsed.hosts.length > 1,
      nodePreference: parsed.nodePreference ?? 'leader',
      tls: parsed.tls !== false,
      ...omitUndefined({
        caFile: parsed.tlsCAFile && absolutePath(parsed.tlsCAFile),
        userCertFile: parsed.userCertFile && absolutePath(parsed.userCertFile),
        userKeyFile: parsed.userKeyFile && absolutePath(parsed.userKeyFile),
        credentials: parsed.defaultCredentials,
      }),
      keepAliveInterval: parsed.keepAliveInterval ?? KEEP_ALIVE_MS,
      keepAliveTimeout: parsed.keepAliveTimeout ?? KEEP_ALIVE_MS,
      prefix: prefix ?? DEFAULT_PREFIX,
    },
  };
};
