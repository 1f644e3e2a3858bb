import { z } from 'zod';
import { defineEvent, type EventOf } from '../kernel/event-definition.ts';

/** The name of a witness, from the configuration: that of its key, or `folder`. */
const witness = z
  .string()
  .max(200)
  .regex(/^[^\s+]+$/);
const size = z.int().min(1);
/** The key that signed the checkpoint (C2SP signed-note). */
const verifierKey = z.string().min(1).max(400);
const instant = z.iso.datetime({ precision: 3 });

/**
 * A witness outside keeps the checkpoint of the first `size` events. `countersignatures` are its signatures, verified, as
 * lines of the note (C2SP tlog-cosignature); a folder has none. `at` is the time that it states, or that of the copy.
 */
export const checkpointWitnessed = defineEvent(
  'CheckpointWitnessed',
  z.strictObject({
    witness,
    size,
    verifierKey,
    countersignatures: z.array(z.string().min(1).max(600)).max(4),
    at: instant,
  }),
);

/**
 * A witness keeps a checkpoint of this log that the log does not extend: `witnessSize` is its size, or null where the
 * witness has the same size or a smaller one with other events. `size` is that of the checkpoint which it refused.
 */
export const witnessContradicted = defineEvent(
  'WitnessContradicted',
  z.strictObject({ witness, size, verifierKey, witnessSize: size.nullable(), at: instant }),
);

export const witnessingEvents = [checkpointWitnessed, witnessContradicted] as const;
export type WitnessingEvent = EventOf<(typeof witnessingEvents)[number]>;

/** The events of witnesses that alert operators. */
export const witnessingAlertEvents = [witnessContradicted] as const;
export type WitnessingAlertEvent = EventOf<(typeof witnessingAlertEvents)[number]>;
