import { z } from 'zod';
import { sourceNames } from './source-name.ts';

/**
 * How the search of one source went. `skipped`: nothing was asked, because it had nothing to be asked about or because
 * nothing that may leave was left of the question; `reason` says which.
 */
export const sourceOutcomeSchema = z.strictObject({
  source: z.enum(sourceNames),
  outcome: z.enum(['ok', 'failed', 'timeout', 'not_configured', 'skipped']),
  found: z.int().min(0),
  milliseconds: z.number().min(0),
  /** Whether it was remembered from an equal search. */
  cached: z.boolean(),
  /** Whether something that identifies a person was taken out of what was sent. */
  redacted: z.boolean(),
  /** In words, free of what was asked. */
  reason: z.string().max(500).optional(),
});
export type SourceOutcome = Readonly<z.output<typeof sourceOutcomeSchema>>;
