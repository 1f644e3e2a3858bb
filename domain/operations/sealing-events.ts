import { z } from 'zod';
import { defineEvent, type EventOf } from '../kernel/event-definition.ts';
import { sensitiveText } from '../privacy/sensitive.ts';

const size = z.int().min(1);
const instant = z.iso.datetime({ precision: 3 });
/** A Merkle root in lower-case hex. */
const root = z.string().regex(/^[0-9a-f]{64}$/);

/** Why no further checkpoint is signed until a person decides. */
export const stopReasons = [
  /** The key that signed the last checkpoint is not in this installation: it was restored, moved or copied. */
  'key_missing',
  /** There is a key, but it is not the one that signed the last checkpoint. */
  'key_changed',
  /** The log ends before a checkpoint that was signed, or events were lost after the last one. */
  'log_went_back',
  /** The log no longer has the events that were sealed. */
  'log_changed',
] as const;
export type StopReason = (typeof stopReasons)[number];

/**
 * A checkpoint was signed: a tree over the first `size` events has this root. `note` is the signed note (C2SP
 * tlog-checkpoint), `verifierKey` the key that verifies it (C2SP signed-note).
 */
export const logSealed = defineEvent(
  'LogSealed',
  z.strictObject({
    size,
    root,
    note: z.string().min(1).max(2000),
    verifierKey: z.string().min(1).max(400),
  }),
);

/** No further checkpoint is signed: it could contradict an earlier one. `size` is that of the last known checkpoint. */
export const sealingStopped = defineEvent(
  'SealingStopped',
  z.strictObject({ because: z.enum(stopReasons), size: z.int().min(0) }),
);

/** A person decided that sealing begins again from the log as it is, with a new key. */
export const sealingResumed = defineEvent(
  'SealingResumed',
  z.strictObject({ reason: sensitiveText(z.string().min(3).max(500)) }),
);

/** The log was hashed again up to `size`, and agrees with every checkpoint up to there. */
export const logVerified = defineEvent(
  'LogVerified',
  z.strictObject({ size, root, checkpoints: z.int().min(0), at: instant }),
);

/**
 * The log was hashed again and differs from what was sealed, first at `position`, or, if the tiles that could tell are
 * damaged as well, between `from` and `position`.
 */
export const logVerificationFailed = defineEvent(
  'LogVerificationFailed',
  z.strictObject({ from: size, position: size, checkpointSize: size, at: instant }),
);

export const sealingEvents = [
  logSealed,
  sealingStopped,
  sealingResumed,
  logVerified,
  logVerificationFailed,
] as const;
export type SealingEvent = EventOf<(typeof sealingEvents)[number]>;

/** The events of sealing that alert operators. */
export const sealingAlertEvents = [sealingStopped, logVerificationFailed] as const;
export type SealingAlertEvent = EventOf<(typeof sealingAlertEvents)[number]>;
