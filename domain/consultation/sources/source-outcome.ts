import { z } from 'zod';
import { sourceNames } from './source-name.ts';

/**
 * The outcome of searching one source. `skipped`: no request was sent, because there was nothing to ask or nothing
 * that may leave the premises; `reason` says which.
 */
export const sourceOutcomeSchema = z.strictObject({
  source: z.enum(sourceNames),
  outcome: z.enum(['ok', 'failed', 'timeout', 'not_configured', 'skipped']),
  found: z.int().min(0),
  milliseconds: z.number().min(0),
  /** Whether it came from the cache. */
  cached: z.boolean(),
  /** Whether identifying text was removed from the request. */
  redacted: z.boolean(),
  /** In words, without any part of the question. */
  reason: z.string().max(500).optional(),
});
export type SourceOutcome = Readonly<z.output<typeof sourceOutcomeSchema>>;
