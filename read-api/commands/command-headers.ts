import { z } from 'zod';
import type { RouteHeader } from '../routing/define-route.ts';

/** Identifies one request of a caller. */
export const idempotencyKey = z
  .string()
  .regex(/^[\x21-\x7e]{1,200}$/, 'must be 1 to 200 printable ASCII characters without spaces');

/** The headers that every command supports, for the documentation. */
export const commandHeaders: readonly RouteHeader[] = [
  {
    name: 'Idempotency-Key',
    description:
      'Makes a repeat safe: the same key with the same input returns the first response. Remembered for a day.',
    schema: idempotencyKey,
  },
  {
    name: 'If-Match',
    description: 'The revision, in quotes, that the caller has read; 409 if it is no longer the latest.',
    schema: z.string().regex(/^"(?:0|[1-9]\d{0,9})"$/),
  },
  {
    name: 'Prefer',
    description:
      '`wait=<seconds>` waits up to that long, 60 at most, for the process that the command starts, and returns its outcome.',
    schema: z.string(),
  },
];
