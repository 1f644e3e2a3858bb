import { z } from 'zod';
import type { RouteHeader } from '../routing/define-route.ts';

/** The headers that every command understands, for the documentation. */
export const commandHeaders: readonly RouteHeader[] = [
  {
    name: 'Idempotency-Key',
    description:
      'Makes a repeat harmless: the same key with the same input gets the first answer. Remembered for a day.',
    schema: z.string().min(1).max(200),
  },
  {
    name: 'If-Match',
    description: 'The revision in quotes that the caller has seen; 409 if it is no longer the last.',
    schema: z.string().regex(/^"\d+"$/),
  },
  {
    name: 'Prefer',
    description: 'wait=<seconds> waits for what the command starts and answers with its result.',
    schema: z.string(),
  },
];
