import {
  formatSignedNote,
  formatVerifierKey,
  type KeyKind,
  verifierKeyOf,
} from '../../domain/audit/merkle/signed-note.ts';
import { ed25519KeyPair } from '../../infra/installation/ed25519.ts';
import { sha256 } from '../../infra/installation/sha256-tree-hasher.ts';

/** The Ed25519 key of a name, from a seed of equal bytes. */
export const signingKey = (name: string, fill: number, kind: KeyKind = 'signer') => {
  const pair = ed25519KeyPair(Buffer.alloc(32, fill));
  const key = verifierKeyOf(name, pair.publicKey, sha256, kind);
  const signBytes = (text: string): Uint8Array => pair.sign(new TextEncoder().encode(text));
  return {
    key,
    verifierKey: formatVerifierKey(key),
    signBytes,
    sign: (text: string): string => formatSignedNote(text, [{ ...key, signature: signBytes(text) }]),
  };
};
