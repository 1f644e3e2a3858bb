import { z } from 'zod';

/** Where a model runs: on premises, or as a cloud service. */
export const modelPlaces = ['local', 'cloud'] as const;
export type ModelPlace = (typeof modelPlaces)[number];

/** The total usage of a query's model calls. */
export const modelUsageSchema = z.strictObject({
  calls: z.int().min(0),
  promptTokens: z.int().min(0),
  completionTokens: z.int().min(0),
  costUsd: z.number().min(0).optional(),
});
export type ModelUsage = z.output<typeof modelUsageSchema>;
