import { z } from 'zod';
import { defineEvent, type EventOf } from '../kernel/event-definition.ts';
import { uuidSchema } from '../kernel/identifiers.ts';

/**
 * A person began a backup of all stored data as ciphertext: the log up to and including this event. Recorded before any
 * data leaves; only the recipient knows whether the copy is complete.
 */
export const backupTaken = defineEvent('BackupTaken', z.strictObject({ backupId: uuidSchema }));

/** This installation was restored from a backup, without the events after position `head` of its predecessor. */
export const backupRestored = defineEvent(
  'BackupRestored',
  z.strictObject({ backupId: uuidSchema, head: z.int().min(1) }),
);

export const backupEvents = [backupTaken, backupRestored] as const;
export type BackupEvent = EventOf<(typeof backupEvents)[number]>;
