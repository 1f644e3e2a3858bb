import { z } from 'zod';
import type { Choice } from '../../installation/environment/choice.ts';
import { isPrivateHost } from '../../installation/environment/is-private-host.ts';

const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

const TIMEOUT_MS = 10_000;
const MAX_TIMEOUT_MS = 60_000;

/**
 * Environment variables of OpenTelemetry that are supported; names, meaning and defaults follow its
 * specification.
 */
export const otlpEnvironment = {
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be an http:// or https:// URL' })
    .optional()
    .describe(
      'OpenTelemetry receiver for traces by OTLP over HTTP, e.g. http://127.0.0.1:4318 (`/v1/traces` is added); unless set, no traces are recorded',
    ),
  OTEL_EXPORTER_OTLP_PROTOCOL: z
    .literal('http/json', 'must be http/json, the only supported protocol')
    .optional()
    .describe('protocol of that receiver, for other programs in the same environment'),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .optional()
    .describe(
      'headers for that receiver, as name=value,name=value with values percent-encoded; may contain a key',
    ),
  OTEL_EXPORTER_OTLP_TIMEOUT: z.coerce
    .number()
    .int()
    .positive()
    .max(MAX_TIMEOUT_MS)
    .default(TIMEOUT_MS)
    .describe('time limit in milliseconds for a batch of spans, retries included'),
  OTEL_SERVICE_NAME: z
    .string()
    .min(1)
    .max(100)
    .default('anamnesis')
    .describe('name of this service in traces'),
  OTEL_TRACES_SAMPLER: z
    .enum(samplers)
    .default('parentbased_always_on')
    .describe('sampler for traces; `parentbased_` follows the caller who sent a `traceparent`'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number()
    .min(0, 'must be from 0 to 1')
    .max(1, 'must be from 0 to 1')
    .default(1)
    .describe('fraction of traces that `traceidratio` keeps, from 0 to 1'),
} as const;

type OtlpEnvironment = z.output<z.ZodObject<typeof otlpEnvironment>>;

/** The receiver of spans and the sampling. */
export type OtlpConfiguration = {
  /** Includes `/v1/traces`. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Milliseconds. */
  readonly timeout: number;
  readonly serviceName: string;
  readonly sampler: (typeof samplers)[number];
  /** From 0 to 1. */
  readonly ratio: number;
};

// RFC 9110, section 5.1: a token.
const headerName = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/;
const headerValue = /^[\x20-\x7e]*$/;

/** Parses headers; undefined when malformed. */
const headersOf = (written: string): Readonly<Record<string, string>> | undefined => {
  try {
    const pairs = written
      .split(',')
      .filter((pair) => pair.trim() !== '')
      .map((pair) => {
        const at = pair.indexOf('=');
        return [
          pair.slice(0, Math.max(at, 0)).trim(),
          decodeURIComponent(pair.slice(at + 1).trim()),
        ] as const;
      });
    const isFine = pairs.every(([name, value]) => headerName.test(name) && headerValue.test(value));
    return isFine ? Object.fromEntries(pairs) : undefined;
  } catch {
    return undefined;
  }
};

/** Enables traces when OTEL_EXPORTER_OTLP_ENDPOINT is set; the other variables are often set globally. */
export const chooseOtlp = (env: OtlpEnvironment): Choice<OtlpConfiguration | undefined> => {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: written = '' } = env;
  if (endpoint === undefined) return { ok: true, value: undefined };
  const url = new URL(endpoint);
  const wrong = (problem: string) => ({ ok: false, problem }) as const;
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    return wrong(
      'OTEL_EXPORTER_OTLP_ENDPOINT must not contain credentials or a query; put keys in OTEL_EXPORTER_OTLP_HEADERS',
    );
  const headers = headersOf(written);
  if (headers === undefined)
    return wrong('OTEL_EXPORTER_OTLP_HEADERS must be name=value,name=value with values percent-encoded');
  if (Object.keys(headers).length > 0 && url.protocol === 'http:' && !isPrivateHost(url))
    return wrong(
      'OTEL_EXPORTER_OTLP_ENDPOINT must be an https:// URL, because OTEL_EXPORTER_OTLP_HEADERS are sent to a host that is not a private address',
    );
  url.pathname = `${url.pathname.replace(/\/$/, '')}/v1/traces`;
  return {
    ok: true,
    value: {
      url: url.href,
      headers,
      timeout: env.OTEL_EXPORTER_OTLP_TIMEOUT,
      serviceName: env.OTEL_SERVICE_NAME,
      sampler: env.OTEL_TRACES_SAMPLER,
      ratio: env.OTEL_TRACES_SAMPLER_ARG,
    },
  };
};
