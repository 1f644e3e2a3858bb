import { timingSafeEqual } from 'node:crypto';
import { createKeyWrapping, KEY_BYTES } from './key-wrapping.ts';

/** A known text under the first master key of an installation, which is its secret as well. */
const FIRST_TEXT = Buffer.alloc(KEY_BYTES, 'anamnesis master key check');
const FIRST_PLACE = 'master key check';
/**
 * The installation's secret under a later master key, and the time since which that key has been in use. Programs that
 * know only the first form find that no master key fits, and start on nothing that they would misread.
 */
const LATER_PLACE = 'installation secret';
const TIME_BYTES = 8;

/** What a check value holds under its master key. */
export type CheckedKey = {
  /**
   * 32 bytes from which all hashes of an installation derive, for as long as it exists: the first master key. It does not
   * unwrap any key once that master key has been replaced.
   */
  readonly installationSecret: Uint8Array;
  /** Since when the master key has been in use, ISO 8601; undefined if it is the first. */
  readonly since: string | undefined;
  /** The check value of the first master key (base64), which no two installations share. */
  readonly first: string;
};

const unwrapped = (masterKey: Uint8Array, check: string, place: string): Uint8Array | undefined => {
  try {
    return createKeyWrapping(masterKey).unwrap(check, place);
  } catch {
    return undefined;
  }
};

/** The check value (base64) of an installation's first master key. */
export const firstCheckValue = (masterKey: Uint8Array): string =>
  createKeyWrapping(masterKey).wrap(FIRST_TEXT, FIRST_PLACE);

/** The check value (base64) of a master key that has been in use since a time (ISO 8601). */
export const laterCheckValue = (
  masterKey: Uint8Array,
  { installationSecret, first }: Pick<CheckedKey, 'installationSecret' | 'first'>,
  since: string,
): string => {
  const time = Buffer.alloc(TIME_BYTES);
  time.writeBigInt64BE(BigInt(Date.parse(since)));
  const content = Buffer.concat([installationSecret, time, Buffer.from(first, 'base64')]);
  return createKeyWrapping(masterKey).wrap(content, LATER_PLACE);
};

/** Opens a check value (base64); undefined if it was made with another master key. */
export const openCheckValue = (masterKey: Uint8Array, check: string): CheckedKey | undefined => {
  const first = unwrapped(masterKey, check, FIRST_PLACE);
  if (first)
    return timingSafeEqual(first, FIRST_TEXT)
      ? { installationSecret: masterKey, since: undefined, first: check }
      : undefined;
  const later = unwrapped(masterKey, check, LATER_PLACE);
  return (
    later && {
      installationSecret: later.subarray(0, KEY_BYTES),
      since: new Date(Number(Buffer.from(later).readBigInt64BE(KEY_BYTES))).toISOString(),
      first: Buffer.from(later.subarray(KEY_BYTES + TIME_BYTES)).toString('base64'),
    }
  );
};
