import { join } from 'node:path';
import { z } from 'zod';
import { checkpointText, parseCheckpointText } from '../../../domain/audit/merkle/checkpoint.ts';
import {
  formatSignedNote,
  formatVerifierKey,
  isSignedBy,
  parseSignedNote,
  type VerifierKey,
  verifierKeyOf,
} from '../../../domain/audit/merkle/signed-note.ts';
import { equalHashes } from '../../../domain/audit/merkle/tree-hasher.ts';
import { Failure, failure } from '../../../domain/kernel/failure.ts';
import type { CheckpointSigner, TreeHead } from '../../../ports/checkpoint-signer.ts';
import type { SqlSession } from '../../../ports/database.ts';
import { readIfExists, writeAtomically } from '../../installation/data-directory/small-files.ts';
import { ed25519KeyPair, newEd25519Seed, verifyEd25519 } from '../../installation/ed25519.ts';
import { sha256 } from '../../installation/sha256-tree-hasher.ts';
import { readSharedFact, setSharedFact } from '../database/shared-facts.ts';
import type { OtherSecret } from '../key-vault/create-key-rotation.ts';
import type { KeyWrapping } from '../key-vault/key-wrapping.ts';

const PLACE = 'checkpoint signing key';
const storedKey = z.object({ name: z.string(), seed: z.string() });

type SigningKey = VerifierKey & { readonly sign: (content: Uint8Array) => Uint8Array };

type SignerNeeds = {
  readonly database: SqlSession;
  readonly wrapping: KeyWrapping;
  /** The folder of this process's data, which a restored database does not change. */
  readonly folder: string;
  /** The configured name of the log. */
  readonly origin?: string;
  /** A random part of the name of a log that has none. */
  readonly newId: () => string;
};

/** Wraps the key that signs checkpoints with another master key. */
export const checkpointSigningKey: OtherSecret = {
  replace: async (session, { wrapAgain }) => {
    const text = await readSharedFact(session, 'checkpoint-signer');
    if (text === undefined) return;
    const { name, seed } = storedKey.parse(JSON.parse(text));
    await setSharedFact(session, 'checkpoint-signer', JSON.stringify({ name, seed: wrapAgain(seed, PLACE) }));
  },
};

/** The tree of a note, if the key has signed it. */
const headOf = (note: string | undefined, key: VerifierKey): TreeHead | undefined => {
  const parsed = note === undefined ? undefined : parseSignedNote(note);
  const checkpoint = parsed && parseCheckpointText(parsed.text);
  return parsed && checkpoint && isSignedBy(parsed, [key], verifyEd25519) ? checkpoint : undefined;
};

const signedBy = ({ name, id, sign }: SigningKey, text: string): string =>
  formatSignedNote(text, [{ name, id, signature: sign(new TextEncoder().encode(text)) }]);

/**
 * Signs with an Ed25519 key that is made once and stored wrapped with the master key. Backups do not have it, so that two
 * installations never sign with the same one. What was signed last is kept in the database, for all nodes, and in the data
 * directory of the node that signed it, which a database that goes back in time does not change.
 */
export const createCheckpointSigner = ({
  database,
  wrapping,
  folder,
  origin,
  newId,
}: SignerNeeds): CheckpointSigner => {
  const file = join(folder, 'signed-checkpoint');

  const readKey = async (): Promise<SigningKey | undefined> => {
    const text = await readSharedFact(database, 'checkpoint-signer');
    if (text === undefined) return undefined;
    const { name, seed } = storedKey.parse(JSON.parse(text));
    let pair: ReturnType<typeof ed25519KeyPair>;
    try {
      pair = ed25519KeyPair(wrapping.unwrap(seed, PLACE));
    } catch {
      throw new Failure(
        failure('unavailable', 'The key that signs checkpoints was wrapped with another master key.', {
          component: 'key-vault',
        }),
      );
    }
    return { ...verifierKeyOf(origin ?? name, pair.publicKey, sha256), sign: pair.sign };
  };

  const lastSignedBy = async (key: VerifierKey): Promise<TreeHead | undefined> => {
    const heads = [
      headOf(await readSharedFact(database, 'signed-checkpoint'), key),
      headOf(await readIfExists(file), key),
    ].filter((head) => head !== undefined);
    return heads.toSorted((one, other) => other.size - one.size)[0];
  };

  const requireKey = async (): Promise<SigningKey> => {
    const key = await readKey();
    if (key) return key;
    throw new Failure(failure('unavailable', 'There is no key to sign checkpoints with.'));
  };

  return {
    verifierKey: async () => {
      const key = await readKey();
      return key && formatVerifierKey(key);
    },
    makeKey: async () => {
      const seed = newEd25519Seed();
      const name = origin ?? `anamnesis.invalid/${newId()}`;
      await setSharedFact(
        database,
        'checkpoint-signer',
        JSON.stringify({ name, seed: wrapping.wrap(seed, PLACE) }),
      );
      return formatVerifierKey(verifierKeyOf(name, ed25519KeyPair(seed).publicKey, sha256));
    },
    lastSigned: async () => {
      const key = await readKey();
      return key && lastSignedBy(key);
    },
    sign: async (head) => {
      const key = await requireKey();
      const last = await lastSignedBy(key);
      if (last && (head.size < last.size || (head.size === last.size && !equalHashes(head.root, last.root))))
        throw new Failure(
          failure('conflict', `A checkpoint of ${last.size} events was signed that this one contradicts.`, {
            details: { size: head.size, signedSize: last.size },
          }),
        );
      const note = signedBy(key, checkpointText({ origin: key.name, ...head }));
      await writeAtomically(file, note);
      await setSharedFact(database, 'signed-checkpoint', note);
      return note;
    },
    signText: async (text) => {
      if (parseCheckpointText(text)) throw new TypeError('This text could pass for a checkpoint.');
      return signedBy(await requireKey(), text);
    },
  };
};
