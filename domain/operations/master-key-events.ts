import { z } from 'zod';
import { defineEvent, type EventOf } from '../kernel/event-definition.ts';

/** The fingerprint of a master key, which reveals nothing about it. */
const fingerprint = z.string().regex(/^[0-9a-f]{16}$/);
const instant = z.iso.datetime({ precision: 3 });

/**
 * Every key of a person or document, `keys` of them, was wrapped with the master key `to` in place of `from`, which opens
 * nothing of this installation any more but old copies. `damaged` keys could be opened with neither.
 */
export const masterKeyRotated = defineEvent(
  'MasterKeyRotated',
  z.strictObject({
    from: fingerprint,
    to: fingerprint,
    keys: z.int().min(0),
    damaged: z.int().min(0),
    startedAt: instant,
  }),
);

export const masterKeyEvents = [masterKeyRotated] as const;
export type MasterKeyEvent = EventOf<(typeof masterKeyEvents)[number]>;
