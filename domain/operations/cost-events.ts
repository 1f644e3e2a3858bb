import { z } from 'zod';
import { defineEvent, type EventOf } from '../kernel/event-definition.ts';

const usd = z.number().min(0);

/** The cost of models in a calendar month (UTC) has reached the limit: no cloud model is called any more. */
export const costLimitReached = defineEvent(
  'CostLimitReached',
  z.strictObject({ month: z.string().regex(/^\d{4}-\d{2}$/), spentUsd: usd, limitUsd: usd }),
);

export const costEvents = [costLimitReached] as const;
export type CostEvent = EventOf<(typeof costEvents)[number]>;
