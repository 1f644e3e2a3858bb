import { z } from 'zod';
import { uuidSchema } from '../../domain/kernel/identifiers.ts';

/** How far a backup goes, and what goes with the log. */
export const backupStartRepresentation = z.strictObject({
  backupId: uuidSchema,
  /** The log belongs to it up to this position. */
  head: z.int().min(1),
  takenAt: z.iso.datetime(),
  programVersion: z.string(),
  /** How far the consumers had come before the head was fixed. */
  checkpoints: z.array(z.strictObject({ consumer: z.string(), position: z.int().min(0) })),
  /** Identifies the master key that is needed to restore it. */
  masterKey: z.strictObject({ check: z.string(), fingerprint: z.string() }),
});
