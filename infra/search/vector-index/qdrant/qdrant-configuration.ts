import { z } from 'zod';
import { omitUndefined } from '../../../../domain/kernel/omit-undefined.ts';
import type { Choice } from '../../../installation/environment/choice.ts';
import { flag } from '../../../installation/environment/flag.ts';
import { isPrivateHost } from '../../../installation/environment/is-private-host.ts';
import type { QdrantLayout } from './qdrant-layout.ts';

/** Environment variables for storing vectors in Qdrant. */
export const qdrantEnvironment = {
  QDRANT_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http:// or https:// URL' })
    .refine((value) => !value.includes('@'), 'must not contain a password; set QDRANT_API_KEY')
    .optional()
    .describe(
      'Qdrant server (1.16 or later) for the vectors, on port 6333 unless the URL names one; unless set, they are in the database',
    ),
  QDRANT_API_KEY: z.string().min(1).optional().describe('API key for that server'),
  QDRANT_LOCAL: flag
    .optional()
    .describe(
      'declares whether that server is on the premises; default: judged by its address; no PHI is sent to one elsewhere',
    ),
  QDRANT_QUANTIZATION: z
    .enum(['none', 'scalar', 'binary'])
    .optional()
    .describe(
      'compressed form of the vectors for graph searches, kept in memory: `scalar` (a quarter) or `binary` (a thirty-second, for models of 1,000 dimensions or more); the full vectors decide the final ranking',
    ),
  QDRANT_OVERSAMPLING: z.coerce
    .number()
    .min(1)
    .max(16)
    .optional()
    .describe(
      'candidates found by compressed vectors per requested result; default: 2 with `scalar`, 4 with `binary`',
    ),
  QDRANT_ON_DISK: flag
    .optional()
    .describe("reads vectors, graph and payload from that server's disk, to save its memory"),
  QDRANT_SHARDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(256)
    .optional()
    .describe('shards of a collection; default: one per node of the cluster'),
  QDRANT_REPLICAS: z.coerce.number().int().min(1).max(16).optional().describe('copies of each shard'),
  QDRANT_WRITE_CONSISTENCY: z.coerce
    .number()
    .int()
    .min(1)
    .max(16)
    .optional()
    .describe(
      'copies that must accept a write before it counts; default: half of them, rounded up, so that one of two may be down',
    ),
} as const;

type QdrantEnvironment = z.output<z.ZodObject<typeof qdrantEnvironment>>;

/** The Qdrant server and how to use it. */
export type QdrantConfiguration = {
  readonly url: URL;
  readonly port: number;
  /** True when the server is outside the premises. */
  readonly leavesThePremises: boolean;
  readonly apiKey?: string;
  readonly layout: QdrantLayout;
};

/** Qdrant's default REST port. */
const USUAL_PORT = 6333;

/** The port as written, because a URL object omits a scheme's default port. */
const portOf = (written: string): number =>
  Number(/^\w+:\/\/(?:\[[^\]]*\]|[^/:?#]*):(\d+)/.exec(written)?.[1] ?? USUAL_PORT);

/** Variables that have no effect without QDRANT_URL. */
const ofServer = [
  'QDRANT_API_KEY',
  'QDRANT_LOCAL',
  'QDRANT_QUANTIZATION',
  'QDRANT_OVERSAMPLING',
  'QDRANT_ON_DISK',
  'QDRANT_SHARDS',
  'QDRANT_REPLICAS',
  'QDRANT_WRITE_CONSISTENCY',
] as const;

/** Binary quantization loses more than scalar; Qdrant recommends 2 to 4. */
const OVERSAMPLING = { none: 1, scalar: 2, binary: 4 } as const;

const chooseLayout = (env: QdrantEnvironment): Choice<QdrantLayout> => {
  const { QDRANT_QUANTIZATION: quantization = 'none', QDRANT_REPLICAS: replicas } = env;
  if (env.QDRANT_OVERSAMPLING !== undefined && quantization === 'none')
    return { ok: false, problem: 'QDRANT_OVERSAMPLING has no effect without QDRANT_QUANTIZATION' };
  const { QDRANT_WRITE_CONSISTENCY: consistency } = env;
  if (consistency !== undefined && consistency > (replicas ?? 1))
    return { ok: false, problem: 'QDRANT_WRITE_CONSISTENCY must not be more than QDRANT_REPLICAS' };
  return {
    ok: true,
    value: {
      quantization,
      oversampling: env.QDRANT_OVERSAMPLING ?? OVERSAMPLING[quantization],
      onDisk: env.QDRANT_ON_DISK ?? false,
      ...omitUndefined({
        shards: env.QDRANT_SHARDS,
        replicas,
        writeConsistency: consistency ?? (replicas === undefined ? undefined : Math.ceil(replicas / 2)),
      }),
    },
  };
};

/**
 * Chooses Qdrant when QDRANT_URL is set. The server counts as outside the premises unless its address is
 * private; QDRANT_LOCAL overrides that in both directions.
 */
export const chooseQdrant = (env: QdrantEnvironment): Choice<QdrantConfiguration | undefined> => {
  const { QDRANT_URL: written, QDRANT_API_KEY: apiKey, QDRANT_LOCAL: local } = env;
  if (written === undefined) {
    const unread = ofServer.find((name) => env[name] !== undefined);
    return unread
      ? { ok: false, problem: `${unread} has no effect without QDRANT_URL` }
      : { ok: true, value: undefined };
  }
  const url = new URL(written);
  const isPrivate = isPrivateHost(url);
  if (url.protocol === 'http:' && !isPrivate && local !== true) {
    return {
      ok: false,
      problem: 'QDRANT_URL must be an https:// URL, because the host is not a private address',
    };
  }
  const layout = chooseLayout(env);
  if (!layout.ok) return layout;
  return {
    ok: true,
    value: {
      layout: layout.value,
      url,
      port: portOf(written),
      leavesThePremises: local === undefined ? !isPrivate : !local,
      ...omitUndefined({ apiKey }),
    },
  };
};
