import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { omitUndefined } from '../../../domain/kernel/omit-undefined.ts';
import type { PublicationNames } from '../../../domain/publication/cloud-event.ts';
import type { Choice } from '../../installation/environment/choice.ts';
import { flag } from '../../installation/environment/flag.ts';
import { isPrivateHost } from '../../installation/environment/is-private-host.ts';

/** `host:port`; an IPv6 address is in brackets. */
const brokerPattern = /^(?:[\w.-]+|\[[0-9a-fA-F:.]+\]):\d{1,5}$/;

const consumerFeeds = ['auto', 'kafka', 'log'] as const;

/** The variables that configure Kafka. */
export const kafkaEnvironment = {
  KAFKA_BROKERS: z
    .string()
    .transform((text) => text.split(',').map((broker) => broker.trim()))
    .refine((brokers) => brokers.length <= 32 && brokers.every((broker) => brokerPattern.test(broker)), {
      error: 'must be host:port, several separated by commas',
    })
    .optional()
    .describe(
      'Kafka brokers (2.5 or later) to which events are published for other systems, without sensitive fields, and from which consumers take their work',
    ),
  KAFKA_TLS: flag.optional().describe('connects to the brokers with TLS'),
  KAFKA_CA_FILE: z
    .string()
    .min(1)
    .optional()
    .describe("file with the certification authorities (PEM) for the brokers, instead of the machine's"),
  KAFKA_SASL_MECHANISM: z
    .enum(['plain', 'scram-sha-256', 'scram-sha-512'])
    .default('scram-sha-512')
    .describe('SASL mechanism for KAFKA_USERNAME'),
  KAFKA_USERNAME: z.string().min(1).optional().describe('user name for the brokers'),
  KAFKA_PASSWORD: z.string().min(1).optional().describe('password for the brokers'),
  KAFKA_LOCAL: flag
    .optional()
    .describe(
      'declares whether the brokers are on the premises; default: judged by their addresses; events for brokers elsewhere are screened for PHI once more',
    ),
  KAFKA_TOPIC_PREFIX: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/, 'must be letters, digits, dots, hyphens and underscores')
    .default('anamnesis')
    .describe(
      'prefix of topics, groups and the transactional id; installations that share brokers need different ones',
    ),
  KAFKA_PARTITIONS: z.coerce
    .number()
    .int()
    .min(1)
    .max(1000)
    .default(6)
    .describe('partitions of a public topic that is created because it is missing'),
  KAFKA_REPLICATION: z.coerce
    .number()
    .int()
    .min(1)
    .max(16)
    .optional()
    .describe("replicas of a topic that is created; default: the brokers' `default.replication.factor`"),
  KAFKA_EVENT_SOURCE: z
    .string()
    .min(1)
    .max(300)
    .refine((text) => URL.canParse(text), 'must be a URI such as urn:anamnesis:st-elsewhere')
    .default('urn:anamnesis')
    .describe('`source` of published events, which identifies this installation'),
  KAFKA_SCHEMA_URL: z
    .string()
    .refine((text) => URL.canParse(text) && !text.endsWith('/'), 'must be a URI without a slash at its end')
    .default('urn:anamnesis:schemas')
    .describe(
      'part of `dataschema` before `/<type>/<version>` in published events; `https://<this server>/api/schemas` if readers should fetch schemas there',
    ),
  CONSUMER_FEED: z
    .enum(consumerFeeds)
    .default('auto')
    .describe(
      "source of consumers' work: `kafka` (consumer groups), `log`, or `auto`: Kafka if configured; can be changed at any start",
    ),
} as const;

type KafkaEnvironment = z.output<z.ZodObject<typeof kafkaEnvironment>>;

/** The configuration of Kafka. */
export type KafkaConfiguration = {
  readonly brokers: readonly string[];
  readonly tls: boolean;
  readonly ca?: string;
  readonly sasl?: {
    readonly mechanism: KafkaEnvironment['KAFKA_SASL_MECHANISM'];
    readonly username: string;
    readonly password: string;
  };
  /** Whether published events leave the premises. */
  readonly leavesThePremises: boolean;
  readonly prefix: string;
  /** For topics that are created. */
  readonly partitions: number;
  readonly replication?: number;
  readonly names: PublicationNames;
  /** Whether consumers take their work from Kafka. */
  readonly feedsConsumers: boolean;
};

const dependent = ['KAFKA_TLS', 'KAFKA_CA_FILE', 'KAFKA_USERNAME', 'KAFKA_PASSWORD', 'KAFKA_LOCAL'] as const;

const problem = (text: string): Choice<never> => ({ ok: false, problem: text });

const readCertificates = (path: string): string | undefined => {
  try {
    const text = readFileSync(path, 'utf8');
    return text.includes('-----BEGIN CERTIFICATE-----') ? text : undefined;
  } catch {
    return undefined;
  }
};

/**
 * Chooses Kafka when KAFKA_BROKERS is set. Brokers count as outside the premises unless all have private addresses;
 * KAFKA_LOCAL overrides that either way. TLS is required outside the premises, and for passwords on other networks.
 */
export const chooseKafka = (env: KafkaEnvironment): Choice<KafkaConfiguration | undefined> => {
  const { KAFKA_BROKERS: brokers, KAFKA_USERNAME: username, KAFKA_PASSWORD: password } = env;
  if (brokers === undefined) {
    const unread = dependent.find((name) => env[name] !== undefined);
    if (unread) return problem(`${unread} has no effect without KAFKA_BROKERS`);
    return env.CONSUMER_FEED === 'kafka'
      ? problem('CONSUMER_FEED=kafka needs KAFKA_BROKERS')
      : { ok: true, value: undefined };
  }
  const isPrivate = brokers.every((broker) => isPrivateHost(new URL(`kafka://${broker}`)));
  const leavesThePremises = env.KAFKA_LOCAL === undefined ? !isPrivate : !env.KAFKA_LOCAL;
  const tls = env.KAFKA_TLS ?? env.KAFKA_CA_FILE !== undefined;
  if (leavesThePremises && !tls)
    return problem(
      'KAFKA_TLS must be true, because not all KAFKA_BROKERS have private addresses (KAFKA_LOCAL=true declares that they are on the premises)',
    );
  if ((username === undefined) !== (password === undefined))
    return problem('Set KAFKA_USERNAME and KAFKA_PASSWORD together');
  if (password !== undefined && env.KAFKA_SASL_MECHANISM === 'plain' && !tls && !isPrivate)
    return problem('KAFKA_TLS must be true when a password is sent in plain text to another network');
  const ca = env.KAFKA_CA_FILE === undefined ? undefined : readCertificates(env.KAFKA_CA_FILE);
  if (env.KAFKA_CA_FILE !== undefined && ca === undefined)
    return problem('KAFKA_CA_FILE cannot be read, or holds no certificate in PEM');
  return {
    ok: true,
    value: {
      brokers,
      tls,
      leavesThePremises,
      prefix: env.KAFKA_TOPIC_PREFIX,
      partitions: env.KAFKA_PARTITIONS,
      names: { source: env.KAFKA_EVENT_SOURCE, schemas: env.KAFKA_SCHEMA_URL },
      feedsConsumers: env.CONSUMER_FEED !== 'log',
      ...omitUndefined({
        ca,
        replication: env.KAFKA_REPLICATION,
        sasl:
          username === undefined || password === undefined
            ? undefined
            : { mechanism: env.KAFKA_SASL_MECHANISM, username, password },
      }),
    },
  };
};
