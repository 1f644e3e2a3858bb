import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import type { VerifyEd25519 } from '../../domain/audit/merkle/signed-note.ts';

/** What precedes the 32 bytes of an Ed25519 key in DER (RFC 8410, section 10). */
const PUBLIC_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');
const PRIVATE_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

/** An Ed25519 key pair (RFC 8032): `seed` is the private key, 32 bytes. */
type KeyPair = {
  readonly publicKey: Uint8Array;
  readonly sign: (content: Uint8Array) => Uint8Array;
};

/** A new private key: 32 random bytes. */
export const newEd25519Seed = (): Uint8Array =>
  new Uint8Array(
    generateKeyPairSync('ed25519').privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-32),
  );

/** The key pair of a private key. */
export const ed25519KeyPair = (seed: Uint8Array): KeyPair => {
  const key = createPrivateKey({ key: Buffer.concat([PRIVATE_PREFIX, seed]), format: 'der', type: 'pkcs8' });
  return {
    publicKey: new Uint8Array(createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32)),
    sign: (content) => new Uint8Array(sign(null, content, key)),
  };
};

export const verifyEd25519: VerifyEd25519 = (publicKey, content, signature) =>
  verify(
    null,
    content,
    createPublicKey({ key: Buffer.concat([PUBLIC_PREFIX, publicKey]), format: 'der', type: 'spki' }),
    signature,
  );
