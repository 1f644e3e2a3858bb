import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parseCheckpointText } from '../../../domain/audit/merkle/checkpoint.ts';
import { provesConsistency } from '../../../domain/audit/merkle/consistency-proof.ts';
import { parseSignedNote } from '../../../domain/audit/merkle/signed-note.ts';
import { equalHashes } from '../../../domain/audit/merkle/tree-hasher.ts';
import { Failure, failure } from '../../../domain/kernel/failure.ts';
import type { TreeHead } from '../../../ports/checkpoint-signer.ts';
import type { CheckpointWitness, WitnessAnswer, WitnessRequest } from '../../../ports/checkpoint-witness.ts';
import type { Clock } from '../../../ports/clock.ts';
import { writeAtomically } from '../../installation/data-directory/small-files.ts';
import { sha256TreeHasher as hasher } from '../../installation/sha256-tree-hasher.ts';
import { waitAtMost } from '../../resilience/wait-at-most.ts';
import { FOLDER_WITNESS } from './witness-configuration.ts';

/** Time limit for one call, in milliseconds. */
const ANSWER_MS = 10_000;
/** Digits of a size in a file's name: the order of the names is that of the sizes. */
const DIGITS = 16;
const FILE = /^checkpoint-(\d{16})\.txt$/;
/** Every user of the folder may read the files: they hold nothing secret. */
const MODE = 0o644;
/** The longest name of a folder that is the name of a log; most file systems allow 255 bytes. */
const LONGEST_NAME = 200;

const unusable = (message: string, cause?: unknown): Failure =>
  new Failure(failure('unavailable', message, { component: 'witnesses' }), { cause });

const checkpointOf = (note: string) => {
  const parsed = parseSignedNote(note);
  return parsed && parseCheckpointText(parsed.text);
};

/** The folder of one log: its name where it can be one. */
const folderOf = (origin: string): string => {
  const name = `log-${encodeURIComponent(origin)}`;
  return name.length <= LONGEST_NAME ? name : `log-${createHash('sha256').update(origin).digest('hex')}`;
};

const fileOf = (size: number): string => `checkpoint-${String(size).padStart(DIGITS, '0')}.txt`;

/**
 * A folder as a witness: it keeps one file for each checkpoint, named after its size, and no file is ever written again.
 * It protects as far as those who operate the database cannot change it, as on storage that can be written once.
 */
export const createFolderWitness = (folder: string, { now }: Pick<Clock, 'now'>): CheckpointWitness => {
  /** The newest checkpoint that it keeps. */
  const newestIn = async (place: string): Promise<TreeHead | undefined> => {
    const [newest] = (await readdir(place))
      .filter((name) => FILE.test(name))
      .toSorted()
      .reverse();
    if (newest === undefined) return undefined;
    const checkpoint = checkpointOf(await readFile(join(place, newest), 'utf8'));
    if (checkpoint && fileOf(checkpoint.size) === newest) return checkpoint;
    throw unusable('The newest file in WITNESS_FOLDER is not the checkpoint that its name states.');
  };

  const answerTo = (kept: TreeHead | undefined, request: WitnessRequest): WitnessAnswer | undefined => {
    const { size, root, from, proof } = request;
    if (from !== (kept?.size ?? 0)) return { kind: 'keeps-other', size: kept?.size ?? 0 };
    if (kept === undefined) return undefined;
    const isExtended =
      kept.size === size
        ? equalHashes(kept.root, root)
        : provesConsistency({ ...kept, newSize: size, newRoot: root, proof }, hasher);
    return isExtended ? undefined : { kind: 'contradicts' };
  };

  const keep = async (request: WitnessRequest): Promise<WitnessAnswer> => {
    const origin = checkpointOf(request.note)?.origin;
    if (origin === undefined) throw new TypeError('This note is no checkpoint.');
    // A share that is not mounted must not be taken for an empty folder.
    if (!(await stat(folder)).isDirectory()) throw unusable('WITNESS_FOLDER is not a folder.');
    const place = join(folder, folderOf(origin));
    await mkdir(place, { recursive: true });
    const kept = await newestIn(place);
    const refusal = answerTo(kept, request);
    if (refusal) return refusal;
    if (kept?.size !== request.size)
      await writeAtomically(join(place, fileOf(request.size)), request.note, MODE);
    return { kind: 'kept', countersignatures: [], at: now() };
  };

  const late = (): Failure =>
    new Failure(failure('timeout', 'WITNESS_FOLDER did not answer in time.', { component: 'witnesses' }));

  /** The call that has not ended: a share that hangs must not collect calls. */
  let unfinished: Promise<WitnessAnswer> | undefined;

  return {
    name: FOLDER_WITNESS,
    submit: async (request) => {
      if (unfinished) throw late();
      const call = keep(request).finally(() => {
        unfinished = undefined;
      });
      unfinished = call;
      try {
        if (!(await waitAtMost(ANSWER_MS, call))) {
          // The caller has left: a later failure must not end the process.
          call.catch(() => {});
          throw late();
        }
        return await call;
      } catch (error) {
        if (error instanceof Failure || error instanceof TypeError) throw error;
        throw unusable('WITNESS_FOLDER cannot be read or written.', error);
      }
    },
  };
};
