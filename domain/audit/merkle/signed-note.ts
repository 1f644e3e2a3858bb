import { fromBase64, toBase64 } from './base64.ts';

/** The type of an Ed25519 signature of a note (C2SP signed-note, "Signature types"). */
const ED25519 = 1;
const ID_BYTES = 4;
const PUBLIC_KEY_BYTES = 32;
const SIGNATURE_BYTES = 64;
/** A note of ours has one or two signatures; each witness adds one. */
const MAX_SIGNATURES = 64;
const MAX_NOTE_LENGTH = 65_536;

/** What a public key is known by: the name of the signer, and the key. */
export type VerifierKey = {
  readonly name: string;
  /** Four bytes that name the key in a signature. */
  readonly id: Uint8Array;
  /** An Ed25519 key: 32 bytes. */
  readonly publicKey: Uint8Array;
};

/** A signature as it stands in a note. */
export type NoteSignature = {
  readonly name: string;
  readonly id: Uint8Array;
  readonly signature: Uint8Array;
};

/** A note: a text that ends with a line feed, and its signatures, which nothing has verified yet. */
export type SignedNote = { readonly text: string; readonly signatures: readonly NoteSignature[] };

/** Whether a signature of these bytes is of this Ed25519 key. */
export type VerifyEd25519 = (publicKey: Uint8Array, content: Uint8Array, signature: Uint8Array) => boolean;

const encoder = new TextEncoder();

/** Whether a text may name a key: not empty, without white space and plus signs. */
export const isKeyName = (name: string): boolean => /^[^\s+\p{Cc}\p{Z}]{1,200}$/u.test(name);

const isSame = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, index) => byte === other[index]);

/** The key of a name, with its id: the first four bytes of SHA-256 over name, line feed, type and key. */
export const verifierKeyOf = (
  name: string,
  publicKey: Uint8Array,
  sha256: (content: Uint8Array) => Uint8Array,
): VerifierKey => {
  const id = sha256(new Uint8Array([...encoder.encode(name), 10, ED25519, ...publicKey]));
  return { name, id: id.slice(0, ID_BYTES), publicKey };
};

/** Writes a key as `<name>+<id in hex>+<base64 of type and key>`. */
export const formatVerifierKey = ({ name, id, publicKey }: VerifierKey): string =>
  `${name}+${Array.from(id, (byte) => byte.toString(16).padStart(2, '0')).join('')}+${toBase64(new Uint8Array([ED25519, ...publicKey]))}`;

/** Reads a key; undefined if it is not an Ed25519 key, or its id is not that of its name and key. */
export const parseVerifierKey = (
  text: string,
  sha256: (content: Uint8Array) => Uint8Array,
): VerifierKey | undefined => {
  const [name = '', , ...encoded] = text.split('+');
  const bytes = fromBase64(encoded.join('+'));
  if (bytes?.length !== 1 + PUBLIC_KEY_BYTES || bytes[0] !== ED25519 || !isKeyName(name)) return undefined;
  const key = verifierKeyOf(name, bytes.slice(1), sha256);
  return formatVerifierKey(key) === text ? key : undefined;
};

/** Adds a signature to a text, which must end with a line feed. */
export const formatSignedNote = (text: string, signatures: readonly NoteSignature[]): string =>
  `${text}\n${signatures
    .map(({ name, id, signature }) => `— ${name} ${toBase64(new Uint8Array([...id, ...signature]))}\n`)
    .join('')}`;

const parseSignature = (line: string): NoteSignature | undefined => {
  const [dash, name = '', encoded = '', ...rest] = line.split(' ');
  const bytes = fromBase64(encoded);
  if (dash !== '—' || !isKeyName(name) || rest.length > 0 || !bytes || bytes.length <= ID_BYTES)
    return undefined;
  return { name, id: bytes.slice(0, ID_BYTES), signature: bytes.slice(ID_BYTES) };
};

/** Reads a signed note (C2SP signed-note, "Format"); undefined if it is none. Verifies no signature. */
export const parseSignedNote = (note: string): SignedNote | undefined => {
  const end = note.lastIndexOf('\n\n');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a note must not contain
  if (note.length > MAX_NOTE_LENGTH || end < 0 || !note.endsWith('\n') || /[\0-\x09\x0b-\x1f]/.test(note))
    return undefined;
  const lines = note.slice(end + 2, -1).split('\n');
  if (lines.length > MAX_SIGNATURES) return undefined;
  const signatures = lines.map(parseSignature).filter((signature) => signature !== undefined);
  return signatures.length === lines.length ? { text: note.slice(0, end + 1), signatures } : undefined;
};

/**
 * Whether a note is signed by a known key: at least one signature is valid, and no signature of a known key is invalid.
 * Signatures of unknown keys are ignored.
 */
export const isSignedBy = (
  { text, signatures }: SignedNote,
  keys: readonly VerifierKey[],
  verify: VerifyEd25519,
): boolean => {
  const content = encoder.encode(text);
  let valid = 0;
  for (const { name, id, signature } of signatures) {
    const key = keys.find((known) => known.name === name && isSame(known.id, id));
    if (!key) continue;
    if (signature.length !== SIGNATURE_BYTES || !verify(key.publicKey, content, signature)) return false;
    valid += 1;
  }
  return valid > 0;
};
