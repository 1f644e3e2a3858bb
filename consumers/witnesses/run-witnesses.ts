import { Failure } from '../../domain/kernel/failure.ts';
import { FAILURES_UNTIL_FAILED, SUCCESSES_UNTIL_HEALTHY } from '../../domain/operations/component-health.ts';
import { keepsCheckpoint } from '../../domain/operations/witnessing-decider.ts';
import { type FollowerServices, runFollower } from '../../followers/run-follower.ts';
import { abortablePause } from '../../ports/abortable-pause.ts';
import { anySignal } from '../../ports/any-signal.ts';
import type { CheckpointWitness } from '../../ports/checkpoint-witness.ts';
import type { ComponentMonitor } from '../../ports/component-health.ts';
import type { Ownership } from '../../ports/follower.ts';
import type { LogProofs } from '../../ports/log-proofs.ts';
import { readSealing, recordSealing } from '../checkpoints/record-sealing.ts';
import { askWitness } from './ask-witness.ts';
import {
  type RecordServices,
  readWitnessing,
  recordContradiction,
  recordWitnessing,
  WITNESSES,
} from './record-witnessing.ts';

export type WitnessServices = FollowerServices &
  RecordServices & {
    readonly witnesses: readonly CheckpointWitness[];
    readonly proofs: Pick<LogProofs, 'consistency'>;
    readonly health: Pick<ComponentMonitor, 'report'>;
    /** Milliseconds; for tests. */
    readonly terms?: WitnessTerms;
  };

/** Milliseconds between two looks for a new checkpoint, and between two attempts while a witness fails. */
type WitnessTerms = { readonly lookEvery: number; readonly firstRetry: number; readonly maxRetry: number };

const defaultTerms: WitnessTerms = { lookEvery: 5_000, firstRetry: 1_000, maxRetry: 300_000 };

/**
 * Has a witness keep the newest checkpoint. Those before it need no submission of their own: it covers them, so that an
 * outage of any length leaves one to send.
 */
const deliver = async (
  services: WitnessServices,
  ownership: Ownership,
  witness: CheckpointWitness,
): Promise<'nothing new' | 'kept' | 'contradicted'> => {
  const { name } = witness;
  const sealing = await readSealing(services);
  const { checkpoint } = sealing;
  const record = (await readWitnessing(services)).get(name) ?? {};
  if (!checkpoint || (keepsCheckpoint(record.kept, checkpoint) && !record.contradiction))
    return 'nothing new';
  const answer = await askWitness(
    { ...services, witness },
    checkpoint,
    record.kept?.size ?? 0,
    ownership.signal,
  );
  const { size, verifierKey } = checkpoint;
  if (answer.kind === 'kept') {
    const { countersignatures, at } = answer;
    await recordWitnessing(services, ownership, {
      type: 'RecordWitnessed',
      witness: name,
      size,
      verifierKey,
      countersignatures: [...countersignatures],
      at,
    });
    return 'kept';
  }
  // It may have been given a checkpoint that was signed meanwhile.
  const { witnessSize } = answer;
  const newest = (await readSealing(services)).checkpoint;
  if (witnessSize !== null && newest !== undefined && newest.size >= witnessSize) return 'nothing new';
  const mustStop = await recordContradiction(services, ownership, {
    name,
    refusal: answer,
    checkpoint,
    record,
    sealing,
  });
  services.logger.error({ witness: name, size, witnessSize }, 'A witness contradicts the log.');
  // Later checkpoints would contradict the one that the witness keeps.
  if (mustStop && !sealing.stopped)
    await recordSealing(services, ownership, WITNESSES, {
      type: 'StopSealing',
      because: 'log_went_back',
      size,
    });
  return 'contradicted';
};

/** Reports the witnesses as one component, which fails while one of them does. */
const createOutages = ({ health, logger }: Pick<WitnessServices, 'health' | 'logger'>) => {
  const failing = new Set<string>();
  return {
    failed: (name: string, { code, message }: { readonly code: string; readonly message: string }): void => {
      if (!failing.has(name)) logger.warn({ witness: name, code }, message);
      failing.add(name);
      health.report('witnesses', 'failed', code);
    },
    over: (name: string): void => {
      if (!failing.delete(name) || failing.size > 0) return;
      logger.info({ witness: name }, 'A witness keeps checkpoints again.');
      // Its next use may be long after: one success must do.
      for (let times = 0; times < SUCCESSES_UNTIL_HEALTHY; times += 1) health.report('witnesses', 'ok');
    },
  };
};

/** Has one witness keep each newest checkpoint, and tries again with growing pauses while it fails. */
const serve = async (
  services: WitnessServices,
  ownership: Ownership,
  witness: CheckpointWitness,
  outages: ReturnType<typeof createOutages>,
): Promise<void> => {
  const { signal } = ownership;
  const { lookEvery, firstRetry, maxRetry } = services.terms ?? defaultTerms;
  let failures = 0;
  while (!signal.aborted) {
    let pause = lookEvery;
    try {
      const outcome = await deliver(services, ownership, witness);
      // A person has to act: asking often is of no use.
      if (outcome === 'contradicted') pause = maxRetry;
      if (outcome !== 'nothing new') {
        failures = 0;
        outages.over(witness.name);
      }
    } catch (error) {
      signal.throwIfAborted();
      // Anything else is a failure of the log, after which the follower starts again.
      if (!(error instanceof Failure) || error.reason.component !== 'witnesses') throw error;
      failures += 1;
      outages.failed(witness.name, error.reason);
      pause = Math.min(firstRetry * 2 ** Math.min(failures - 1, FAILURES_UNTIL_FAILED * 4), maxRetry);
    }
    await abortablePause(pause, signal);
  }
};

const work = async (services: WitnessServices, ownership: Ownership): Promise<undefined> => {
  const ended = new AbortController();
  const own = { ...ownership, signal: anySignal([ownership.signal, ended.signal]) };
  const outages = createOutages(services);
  const all = services.witnesses.map((witness) => serve(services, own, witness, outages));
  try {
    await Promise.all(all);
  } finally {
    ended.abort();
    await Promise.allSettled(all);
  }
  return undefined;
};

/**
 * Has every witness keep the newest checkpoint of the log until the signal aborts, in one process at a time. Nothing
 * waits for a witness: one that fails is tried again, with the checkpoint that is the newest by then. One that keeps what
 * the log does not extend stops sealing.
 */
export const runWitnesses = (services: WitnessServices, signal: AbortSignal): Promise<void> =>
  runFollower(
    { kind: 'consumer', name: WITNESSES, work: (ownership) => work(services, ownership) },
    services,
    signal,
  );
