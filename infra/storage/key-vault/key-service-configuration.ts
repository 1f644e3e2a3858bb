import { z } from 'zod';
import { omitUndefined } from '../../../domain/kernel/omit-undefined.ts';
import type { Choice } from '../../installation/environment/choice.ts';
import { chooseEndpoint } from '../../installation/environment/choose-endpoint.ts';

/** The variables of an external service that wraps the master key. The AWS SDK finds the credentials of AWS KMS. */
export const keyServiceEnvironment = {
  KEY_SERVICE_URL: z
    .url({ protocol: /^(?:https?|awskms)$/, error: 'must be an http://, https:// or awskms:// URL' })
    .optional()
    .describe(
      'a service that wraps the master key, whose file is then useless without it: a HashiCorp Vault or OpenBao (transit engine), or a key of AWS KMS, `awskms://alias/name?region=…` or `awskms:///arn:aws:kms:…`, with the credentials of `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`, or any other source of the AWS SDK',
    ),
  KEY_SERVICE_MOUNT: z
    .string()
    .regex(
      /^[A-Za-z0-9_-]+(?:\/[A-Za-z0-9_-]+)*$/,
      'must be a path of letters, digits, hyphens and underscores',
    )
    .default('transit')
    .describe('mount path of the transit engine in Vault or OpenBao'),
  KEY_SERVICE_KEY: z
    .string()
    .regex(/^[A-Za-z0-9._-]{1,128}$/, 'must be a name of letters, digits, dots, hyphens and underscores')
    .default('anamnesis')
    .describe('name of the key in the transit engine'),
  KEY_SERVICE_TOKEN_FILE: z
    .string()
    .min(1)
    .optional()
    .describe('file with the token for Vault or OpenBao, read at each request'),
  KEY_SERVICE_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .positive()
    .max(60_000)
    .default(5000)
    .describe('time limit of a request to the key service'),
} as const;

/** A key of the transit engine of Vault or OpenBao. Timeout in milliseconds. */
export type TransitConfiguration = {
  readonly kind: 'transit';
  /** Ends with a slash. */
  readonly url: URL;
  readonly mount: string;
  readonly key: string;
  readonly tokenFile: string;
  readonly timeout: number;
};

/** A key of AWS KMS. Timeout in milliseconds. */
export type AwsKmsConfiguration = {
  readonly kind: 'aws-kms';
  /** An id, an alias (`alias/…`), or the ARN of either. */
  readonly key: string;
  readonly region: string;
  /** Absent for AWS itself. */
  readonly endpoint?: URL;
  readonly timeout: number;
};

/** A service that wraps the master key. */
export type KeyServiceConfiguration = TransitConfiguration | AwsKmsConfiguration;

type KeyServiceEnvironment = z.output<z.ZodObject<typeof keyServiceEnvironment>> & {
  readonly AWS_REGION?: string | undefined;
};

const refused = (problem: string): Choice<never> => ({ ok: false, problem });

const ARN = /^arn:aws[a-z-]*:kms:(?<region>[a-z0-9-]+):\d{12}:(?:key|alias)\/[\w/-]{1,256}$/;
const ALIAS = /^alias\/[\w/-]{1,250}$/;
/** A UUID, or the id of a multi-region key. */
const KEY_ID = /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|mrk-[0-9a-f]{32})$/;
const parameters: ReadonlySet<string> = new Set(['endpoint', 'region']);

/** Reads `awskms://<id or alias>?region=…&endpoint=…` or `awskms:///<ARN>`, the URLs of the Go Cloud Development Kit. */
const chooseAwsKms = (url: URL, env: KeyServiceEnvironment): Choice<AwsKmsConfiguration> => {
  if (env.KEY_SERVICE_TOKEN_FILE !== undefined)
    return refused(
      'KEY_SERVICE_TOKEN_FILE has no effect with AWS KMS; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or give this machine a role',
    );
  if (url.port !== '' || url.hash !== '')
    return refused('KEY_SERVICE_URL must be written as awskms://alias/name?region=…');
  const key = `${url.host}${url.pathname}`.replace(/^\//, '');
  const arn = ARN.exec(key);
  if (!arn && !ALIAS.test(key) && !KEY_ID.test(key))
    return refused(
      'KEY_SERVICE_URL must name a key of AWS KMS by its id, alias or ARN: awskms://alias/name?region=… or awskms:///arn:aws:kms:…',
    );
  if ([...url.searchParams.keys()].some((name) => !parameters.has(name)))
    return refused('KEY_SERVICE_URL accepts only the parameters endpoint and region');
  const region = url.searchParams.get('region') ?? arn?.groups?.region ?? env.AWS_REGION;
  if (region === undefined || !/^[a-z0-9-]{1,32}$/.test(region))
    return refused('KEY_SERVICE_URL must name the region of its key: awskms://alias/name?region=…');
  const endpoint = chooseEndpoint('KEY_SERVICE_URL', url.searchParams.get('endpoint'));
  if (!endpoint.ok) return endpoint;
  return {
    ok: true,
    value: {
      kind: 'aws-kms',
      key,
      region,
      timeout: env.KEY_SERVICE_TIMEOUT_MS,
      ...omitUndefined({ endpoint: endpoint.value }),
    },
  };
};

/** The service that the variables name, if any, or what is wrong with them. */
export const chooseKeyService = (env: KeyServiceEnvironment): Choice<KeyServiceConfiguration | undefined> => {
  const written = env.KEY_SERVICE_URL;
  if (written === undefined) return { ok: true, value: undefined };
  const url = new URL(written);
  if (`${url.username}${url.password}` !== '')
    return refused('KEY_SERVICE_URL must not hold a password or keys');
  if (url.protocol === 'awskms:') return chooseAwsKms(url, env);
  if (env.KEY_SERVICE_TOKEN_FILE === undefined)
    return refused('KEY_SERVICE_URL needs KEY_SERVICE_TOKEN_FILE, the file with its token.');
  return {
    ok: true,
    value: {
      kind: 'transit',
      url: new URL(written.endsWith('/') ? written : `${written}/`),
      mount: env.KEY_SERVICE_MOUNT,
      key: env.KEY_SERVICE_KEY,
      tokenFile: env.KEY_SERVICE_TOKEN_FILE,
      timeout: env.KEY_SERVICE_TIMEOUT_MS,
    },
  };
};
