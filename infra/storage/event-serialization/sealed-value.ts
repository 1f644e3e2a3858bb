import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  type KeyObject,
  randomFillSync,
} from 'node:crypto';

/**
 * A sensitive value as stored: its JSON encrypted with AES-256-GCM, and the replacement once the key is destroyed. It
 * contains `$erased` itself because the schema that it was written under may no longer exist by then.
 */
type SealedValue = { readonly $sealed: string; readonly $erased: unknown };

const VERSION = 'v1:';
const CIPHER = 'aes-256-gcm';
/** 96 bits, the length for which GCM is defined without hashing the IV (NIST SP 800-38D, section 5.2.1.1). */
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Random bytes are drawn in blocks: a call into the kernel per field would cost more than the encryption. 2^32
 * values under one key are the limit for random IVs (NIST SP 800-38D, section 8.3); a subject has far fewer.
 */
const pool = Buffer.alloc(IV_BYTES * 256);
let poolOffset = pool.length;

const newIv = (): Buffer => {
  if (poolOffset === pool.length) {
    randomFillSync(pool);
    poolOffset = 0;
  }
  const iv = Buffer.from(pool.subarray(poolOffset, poolOffset + IV_BYTES));
  poolOffset += IV_BYTES;
  return iv;
};

/**
 * Opening a short text takes 12 µs, of which preparing the key takes 9. Prepared keys are cached as long as the vault
 * caches their bytes.
 */
const prepared = new WeakMap<Uint8Array, KeyObject>();

const prepare = (key: Uint8Array): KeyObject => {
  const known = prepared.get(key);
  if (known) return known;
  const made = createSecretKey(key);
  prepared.set(key, made);
  return made;
};

/** Binds a ciphertext to its place: in another event or field it cannot be decrypted. */
const placeOf = (eventId: string, pointer: string): Buffer => Buffer.from(`${eventId}${pointer}`, 'utf8');

/** Encrypts any JSON value with a 32-byte key for one place: the event's id and the JSON Pointer of the field. */
export const sealValue = (
  { value, erasedAs }: { readonly value: unknown; readonly erasedAs: unknown },
  key: Uint8Array,
  eventId: string,
  pointer: string,
): SealedValue => {
  const iv = newIv();
  const cipher = createCipheriv(CIPHER, prepare(key), iv, { authTagLength: TAG_BYTES });
  cipher.setAAD(placeOf(eventId, pointer));
  const sealed = Buffer.concat([
    iv,
    cipher.update(JSON.stringify(value), 'utf8'),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
  return { $sealed: VERSION + sealed.toString('base64url'), $erased: erasedAs };
};

/** Decrypts a sealed value. Throws if the key, the place or a single bit differs from the original. */
export const openValue = (
  sealed: SealedValue,
  key: Uint8Array,
  eventId: string,
  pointer: string,
): unknown => {
  if (!sealed.$sealed.startsWith(VERSION)) throw new Error('The sealed value has an unknown version.');
  const bytes = Buffer.from(sealed.$sealed.slice(VERSION.length), 'base64url');
  if (bytes.length < IV_BYTES + TAG_BYTES) throw new Error('The sealed value is too short.');
  const tagStart = bytes.length - TAG_BYTES;
  const decipher = createDecipheriv(CIPHER, prepare(key), bytes.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(placeOf(eventId, pointer));
  decipher.setAuthTag(bytes.subarray(tagStart));
  const text = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, tagStart)), decipher.final()]);
  return JSON.parse(text.toString('utf8'));
};

/** True for a sealed JSON value. */
const isSealedValue = (value: unknown): value is SealedValue =>
  typeof value === 'object' && value !== null && '$sealed' in value && typeof value.$sealed === 'string';

/** True if JSON text may contain a sealed value; saves the traversal of events without any. */
export const mayHoldSealedValue = (json: string): boolean => json.includes('"$sealed"');

/**
 * The sealed values in JSON text that was written by `JSON.stringify`, where a quote inside a string is escaped and the
 * searched characters can only be a member's name.
 */
export const countSealedValues = (json: string): number =>
  mayHoldSealedValue(json) ? json.split('"$sealed":').length - 1 : 0;

/**
 * A copy of parsed JSON with `open(sealed, pointer)` in place of every sealed value. Searches the data instead of using
 * a schema, because data of an older schema version has its sealed fields in other places.
 */
export const mapSealed = (
  value: unknown,
  open: (sealed: SealedValue, pointer: string) => unknown,
  pointer = '',
): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item, index) => mapSealed(item, open, `${pointer}/${index}`));
  if (isSealedValue(value)) return open(value, pointer);
  const mapped: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(value)) {
    mapped[name] =
      typeof member === 'object' && member !== null
        ? mapSealed(member, open, `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`)
        : member;
  }
  return mapped;
};
