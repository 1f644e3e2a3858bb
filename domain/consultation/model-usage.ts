import { z } from 'zod';

/** On the premises, or at a service. */
export const modelPlaces = ['local', 'cloud'] as const;
export type ModelPlace = (typeof modelPlaces)[number];

/** What the model calls of a query came to. */
export const modelUsageSchema = z.strictObject({
  calls: z.int().min(0),
  promptTokens: z.int().min(0),
  completionTokens: z.int().min(0),
  costUsd: z.number().min(0).optional(),
});
export type ModelUsage = z.output<typeof modelUsageSchema>;
