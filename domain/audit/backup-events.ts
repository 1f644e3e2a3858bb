import { z } from 'zod';
import { defineEvent, type EventOf } from '../kernel/event-definition.ts';
import { uuidSchema } from '../kernel/identifiers.ts';

/**
 * Somebody began to take a copy of everything that is stored, as ciphertext: the log up to and including this event.
 * Recorded before anything leaves; whether the copy arrived whole is known to who took it.
 */
export const backupTaken = defineEvent('BackupTaken', z.strictObject({ backupId: uuidSchema }));

/** This installation was made of a backup: what happened after position `head` of the one before is not in it. */
export const backupRestored = defineEvent(
  'BackupRestored',
  z.strictObject({ backupId: uuidSchema, head: z.int().min(1) }),
);

export const backupEvents = [backupTaken, backupRestored] as const;
export type BackupEvent = EventOf<(typeof backupEvents)[number]>;
