import { z } from 'zod';
import { uuidSchema } from '../../domain/kernel/identifiers.ts';

/** The end of a backup, and the state that accompanies the log. */
export const backupStartRepresentation = z.strictObject({
  backupId: uuidSchema,
  /** The last position of the log that it includes. */
  head: z.int().min(1),
  takenAt: z.iso.datetime(),
  programVersion: z.string(),
  /** The consumers' checkpoints before the head was fixed. */
  checkpoints: z.array(z.strictObject({ consumer: z.string(), position: z.int().min(0) })),
  /** Identifies the master key needed to restore it. */
  masterKey: z.strictObject({
    check: z.string(),
    fingerprint: z.string(),
    /** The check value of the first master key of the installation, if this is a later one. */
    installation: z.string().optional(),
    /** Since when a later master key has been in use. */
    since: z.iso.datetime().optional(),
  }),
});
