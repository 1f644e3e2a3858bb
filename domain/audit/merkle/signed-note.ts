import { fromBase64, toBase64 } from './base64.ts';
import { cosignedText, readCosignature } from './cosignature.ts';

/**
 * The types of Ed25519 keys (C2SP signed-note, "Signature types"): that of a signer signs the text of a note, that of a
 * witness countersigns it with a time (C2SP tlog-cosignature).
 */
const keyTypes = { signer: 1, witness: 4 } as const;
export type KeyKind = keyof typeof keyTypes;

const ID_BYTES = 4;
const PUBLIC_KEY_BYTES = 32;
const SIGNATURE_BYTES = 64;
/** A note of ours has one or two signatures; each witness adds one. */
const MAX_SIGNATURES = 64;
const MAX_NOTE_LENGTH = 65_536;

/** What a public key is known by: the name of the signer, and the key. */
export type VerifierKey = {
  readonly kind: KeyKind;
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
  kind: KeyKind = 'signer',
): VerifierKey => {
  const id = sha256(new Uint8Array([...encoder.encode(name), 10, keyTypes[kind], ...publicKey]));
  return { kind, name, id: id.slice(0, ID_BYTES), publicKey };
};

/** Writes a key as `<name>+<id in hex>+<base64 of type and key>`. */
export const formatVerifierKey = ({ kind, name, id, publicKey }: VerifierKey): string =>
  `${name}+${Array.from(id, (byte) => byte.toString(16).padStart(2, '0')).join('')}+${toBase64(new Uint8Array([keyTypes[kind], ...publicKey]))}`;

/** Reads a key; undefined if it is not an Ed25519 key of that kind, or its id is not that of its name and key. */
export const parseVerifierKey = (
  text: string,
  sha256: (content: Uint8Array) => Uint8Array,
  kind: KeyKind = 'signer',
): VerifierKey | undefined => {
  const [name = '', , ...encoded] = text.split('+');
  const bytes = fromBase64(encoded.join('+'));
  if (bytes?.length !== 1 + PUBLIC_KEY_BYTES || bytes[0] !== keyTypes[kind] || !isKeyName(name))
    return undefined;
  const key = verifierKeyOf(name, bytes.slice(1), sha256, kind);
  return formatVerifierKey(key) === text ? key : undefined;
};

/** A signature as a line of a note. */
export const signatureLine = ({ name, id, signature }: NoteSignature): string =>
  `— ${name} ${toBase64(new Uint8Array([...id, ...signature]))}\n`;

/** Adds a signature to a text, which must end with a line feed. */
export const formatSignedNote = (text: string, signatures: readonly NoteSignature[]): string =>
  `${text}\n${signatures.map(signatureLine).join('')}`;

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

/** A signature of a known key that is valid. `seconds` is the time that a witness states, in seconds since 1970. */
export type ValidSignature = {
  readonly key: VerifierKey;
  readonly signature: NoteSignature;
  readonly seconds?: number;
};

const checkSignature = (
  text: string,
  signature: NoteSignature,
  key: VerifierKey,
  verify: VerifyEd25519,
): ValidSignature | undefined => {
  if (key.kind === 'signer')
    return signature.signature.length === SIGNATURE_BYTES &&
      verify(key.publicKey, encoder.encode(text), signature.signature)
      ? { key, signature }
      : undefined;
  const stated = readCosignature(signature.signature);
  return stated && verify(key.publicKey, encoder.encode(cosignedText(text, stated.seconds)), stated.signature)
    ? { key, signature, seconds: stated.seconds }
    : undefined;
};

/**
 * The signatures of a note by known keys; undefined if one of these is invalid. Signatures of unknown keys are ignored
 * (C2SP signed-note, "Verifying").
 */
export const validSignatures = (
  { text, signatures }: SignedNote,
  keys: readonly VerifierKey[],
  verify: VerifyEd25519,
): readonly ValidSignature[] | undefined => {
  const valid: ValidSignature[] = [];
  for (const signature of signatures) {
    const key = keys.find((known) => known.name === signature.name && isSame(known.id, signature.id));
    if (!key) continue;
    const checked = checkSignature(text, signature, key, verify);
    if (!checked) return undefined;
    valid.push(checked);
  }
  return valid;
};

/** Whether a note is signed by a known key: at least one signature is valid, and none of a known key is invalid. */
export const isSignedBy = (note: SignedNote, keys: readonly VerifierKey[], verify: VerifyEd25519): boolean =>
  (validSignatures(note, keys, verify)?.length ?? 0) > 0;
