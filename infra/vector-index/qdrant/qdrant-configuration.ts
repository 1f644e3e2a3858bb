import { z } from 'zod';
import { defined } from '../../../domain/kernel/defined.ts';
import { isPrivateHost } from '../../embedding/is-private-host.ts';

/** The variables that put vectors into Qdrant. */
export const qdrantEnvironment = {
  QDRANT_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http:// or https:// URL' })
    .refine((value) => !value.includes('@'), 'must not hold a password; set QDRANT_API_KEY')
    .optional()
    .describe(
      'a Qdrant server (1.16 or later) for the vectors, on port 6333 unless the URL names one; without it they are in the database',
    ),
  QDRANT_API_KEY: z.string().min(1).optional().describe('the key for that server'),
  QDRANT_LOCAL: z
    .enum(['true', 'false'])
    .transform((value) => value === 'true')
    .optional()
    .describe(
      'whether that server is on the premises, by its address unless set; otherwise no PHI goes there',
    ),
} as const;

type QdrantEnvironment = z.output<z.ZodObject<typeof qdrantEnvironment>>;

/** Where Qdrant is. */
export type QdrantConfiguration = {
  readonly url: URL;
  readonly port: number;
  /** Whether what is given to it leaves the premises. */
  readonly leavesThePremises: boolean;
  readonly apiKey?: string;
};

/** The configuration if there is one, or a sentence that names the variable that is wrong. */
type QdrantChoice =
  | { readonly ok: true; readonly value: QdrantConfiguration | undefined }
  | { readonly ok: false; readonly problem: string };

/** Qdrant's own port for REST. */
const USUAL_PORT = 6333;

/** The port as written: a URL keeps to itself whether its scheme's usual one was. */
const portOf = (written: string): number =>
  Number(/^\w+:\/\/(?:\[[^\]]*\]|[^/:?#]*):(\d+)/.exec(written)?.[1] ?? USUAL_PORT);

/**
 * Chooses Qdrant when QDRANT_URL is set. It counts as outside the premises unless it has a private address;
 * QDRANT_LOCAL overrides that in both directions.
 */
export const chooseQdrant = (env: QdrantEnvironment): QdrantChoice => {
  const { QDRANT_URL: written, QDRANT_API_KEY: apiKey, QDRANT_LOCAL: local } = env;
  if (written === undefined) {
    const unread = (['QDRANT_API_KEY', 'QDRANT_LOCAL'] as const).find((name) => env[name] !== undefined);
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
  return {
    ok: true,
    value: {
      url,
      port: portOf(written),
      leavesThePremises: local === undefined ? !isPrivate : !local,
      ...defined({ apiKey }),
    },
  };
};
