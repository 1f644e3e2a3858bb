/** A rotation of the master key: every key of a subject is wrapped with another master key. */
type RotationUnderWay = {
  /** The fingerprint of the master key that is replaced. */
  readonly from: string;
  /** The fingerprint of the master key that replaces it. */
  readonly to: string;
  /** ISO 8601. */
  readonly startedAt: string;
  /** `wrapped` when only the record of it is missing. */
  readonly state: 'wrapping' | 'wrapped';
  /** The keys to wrap, counted at the start. */
  readonly total: number;
  readonly done: number;
  /** Keys that no master key of this process opens: they were altered before. */
  readonly damaged: number;
};

/** The master keys of this process, and how they are used. */
export type MasterKeyStatus = {
  /** The fingerprint of the configured master key. */
  readonly configured: string;
  /** The fingerprint of the previous master key, if this process has one. */
  readonly previous: string | undefined;
  /** The fingerprint of the master key that wraps new keys. */
  readonly inForce: string;
  /** Since when that key has been in use, ISO 8601; undefined before there is anything to tell it by. */
  readonly since: string | undefined;
  readonly rotation: RotationUnderWay | undefined;
};

/** Rotates the master key in steps, each of them durable and safe to repeat, by whatever process. */
export type KeyRotation = {
  readonly read: () => Promise<MasterKeyStatus>;
  /** From now on, new keys are wrapped with the configured master key. Requires that all processes have it. */
  readonly begin: () => Promise<void>;
  /** Wraps the next keys with the new master key. */
  readonly wrapMore: () => Promise<void>;
  /** Overwrites what is left of the keys as they were wrapped before. */
  readonly overwriteRemains: () => Promise<void>;
  /** Forgets the rotation, when it has been recorded. */
  readonly end: () => Promise<void>;
};
