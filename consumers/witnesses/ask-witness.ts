import { Failure, failure } from '../../domain/kernel/failure.ts';
import type { SealedCheckpoint } from '../../domain/operations/sealing-decider.ts';
import type { TreeHead } from '../../ports/checkpoint-signer.ts';
import type { CheckpointWitness, WitnessAnswer } from '../../ports/checkpoint-witness.ts';
import type { LogProofs } from '../../ports/log-proofs.ts';

/** Submissions of one checkpoint: the first from what the log says that the witness keeps, then from what it says. */
const ATTEMPTS = 3;

/** That a witness keeps what the log does not extend: a larger checkpoint, or one with other events. */
export type Refusal = { readonly kind: 'contradicts'; readonly witnessSize: number | null };
type Kept = Extract<WitnessAnswer, { readonly kind: 'kept' }>;

const headOf = ({ size, root }: SealedCheckpoint): TreeHead => ({ size, root: Buffer.from(root, 'hex') });

/** Asks a witness to keep a checkpoint. `believed` is the size that it kept last, 0 for none. */
export const askWitness = async (
  {
    witness,
    proofs,
  }: { readonly witness: CheckpointWitness; readonly proofs: Pick<LogProofs, 'consistency'> },
  checkpoint: SealedCheckpoint,
  believed: number,
  signal: AbortSignal,
): Promise<Kept | Refusal> => {
  const head = headOf(checkpoint);
  let from = Math.min(believed, head.size);
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const proof = from === 0 ? [] : (await proofs.consistency(from, head.size, head)).proof;
    const answer = await witness.submit({ ...head, note: checkpoint.note, from, proof }, signal);
    if (answer.kind === 'kept') return answer;
    if (answer.kind === 'contradicts') return { kind: 'contradicts', witnessSize: null };
    if (answer.size > head.size) return { kind: 'contradicts', witnessSize: answer.size };
    from = answer.size;
  }
  // Another process submits at the same time: the next round sees what came of it.
  throw new Failure(
    failure('unavailable', `The witness ${witness.name} keeps changing what it says that it keeps.`, {
      component: 'witnesses',
    }),
  );
};

/** Whether a witness keeps a larger checkpoint than this one, or another of its size. Submits nothing that is new to it. */
export const findContradiction = async (
  witness: CheckpointWitness,
  checkpoint: SealedCheckpoint,
  signal: AbortSignal,
): Promise<Refusal | undefined> => {
  const head = headOf(checkpoint);
  const answer = await witness.submit({ ...head, note: checkpoint.note, from: head.size, proof: [] }, signal);
  if (answer.kind === 'contradicts') return { kind: 'contradicts', witnessSize: null };
  return answer.kind === 'keeps-other' && answer.size > head.size
    ? { kind: 'contradicts', witnessSize: answer.size }
    : undefined;
};
