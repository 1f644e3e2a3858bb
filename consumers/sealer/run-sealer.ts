import type { CommandServices } from '../../commands/runtime/command-definition.ts';
import { loadState } from '../../commands/runtime/execute-decider.ts';
import type { TreeEdge } from '../../domain/audit/merkle/tree-edge.ts';
import { equalHashes } from '../../domain/audit/merkle/tree-hasher.ts';
import { Failure } from '../../domain/kernel/failure.ts';
import { logLossDecider, logLossStream } from '../../domain/operations/log-loss-decider.ts';
import type {
  SealedCheckpoint,
  SealingCommand,
  SealingState,
} from '../../domain/operations/sealing-decider.ts';
import type { StopReason } from '../../domain/operations/sealing-events.ts';
import { type FollowerServices, runFollower } from '../../followers/run-follower.ts';
import { abortablePause } from '../../ports/abortable-pause.ts';
import type { CheckpointSigner, TreeHead } from '../../ports/checkpoint-signer.ts';
import type { CheckpointWitness } from '../../ports/checkpoint-witness.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Ownership } from '../../ports/follower.ts';
import type { LogTree } from '../../ports/log-tree.ts';
import { readSealing, recordSealing } from '../checkpoints/record-sealing.ts';
import { findContradiction } from '../witnesses/ask-witness.ts';
import { readWitnessing, recordContradiction } from '../witnesses/record-witnessing.ts';

/** The name of the sealer in its lease and events. */
const SEALER = 'sealer';

/** Events after which tiles are stored while a long log is read. */
const STRETCH = 50_000;

/** Milliseconds between two looks at the log: nothing waits for a checkpoint. */
const LOOK_EVERY_MS = 5_000;

export type SealerServices = FollowerServices &
  Pick<CommandServices, 'eventStore' | 'identity' | 'states'> & {
    readonly tree: LogTree;
    readonly signer: CheckpointSigner;
    readonly clock: Pick<Clock, 'elapsed' | 'now'>;
    readonly witnesses: readonly CheckpointWitness[];
    /** A checkpoint is signed after this many events, or this many seconds after the first that none covers. */
    readonly terms: { readonly everyEvents: number; readonly everySeconds: number };
    readonly lookEvery?: number;
  };

const headOf = ({ size, root }: SealedCheckpoint): TreeHead => ({ size, root: Buffer.from(root, 'hex') });
const agrees = (edge: TreeEdge, head: TreeHead): boolean => equalHashes(edge.root(), head.root);

type Ready = {
  readonly edge: TreeEdge;
  readonly verifierKey: string;
  /** The events in the tree that no checkpoint covers. */
  readonly uncovered: number;
};

/** Why the next checkpoint could contradict one that was signed, as far as the key and the log's own records tell. */
const obstacleTo = async (
  services: SealerServices,
  last: SealedCheckpoint,
): Promise<StopReason | undefined> => {
  const key = await services.signer.verifierKey();
  if (key === undefined) return 'key_missing';
  if (key !== last.verifierKey) return 'key_changed';
  // What was lost may have been sealed: those checkpoints were lost with it.
  const loss = await loadState(services, logLossDecider, logLossStream);
  return loss.position > last.size ? 'log_went_back' : undefined;
};

/**
 * Whether a witness keeps a checkpoint beyond the last one that the log knows of. It remembers what a database and a data
 * directory that were set back together have forgotten. One that does not answer holds nothing back.
 */
const isContradicted = async (
  services: SealerServices,
  ownership: Ownership,
  sealing: SealingState,
): Promise<boolean> => {
  const { witnesses, logger } = services;
  const { extends: last } = sealing;
  if (!last || witnesses.length === 0) return false;
  const known = await readWitnessing(services);
  const found = await Promise.all(
    witnesses.map(async (witness): Promise<boolean> => {
      const { name } = witness;
      try {
        const refusal = await findContradiction(witness, last, ownership.signal);
        const record = known.get(name) ?? {};
        return refusal
          ? recordContradiction(services, ownership, { name, refusal, checkpoint: last, record, sealing })
          : false;
      } catch (error) {
        if (!(error instanceof Failure) || error.reason.component !== 'witnesses') throw error;
        const { code } = error.reason;
        logger.warn({ witness: name, code }, 'A witness could not be asked before sealing goes on.');
        return false;
      }
    }),
  );
  return found.includes(true);
};

/**
 * The tree that the next checkpoint is to extend, or why there must be none. It has every event that was ever signed with
 * the present key, as far as any memory of it remains, and agrees with it.
 */
const prepare = async (
  services: SealerServices,
  ownership: Ownership,
  sealing: SealingState,
): Promise<Ready | StopReason> => {
  const { tree, signer, eventStore } = services;
  const { signal } = ownership;
  const { extends: last } = sealing;
  const obstacle = last && (await obstacleTo(services, last));
  if (obstacle) return obstacle;
  if (await isContradicted(services, ownership, sealing)) return 'log_went_back';
  const verifierKey = (await signer.verifierKey()) ?? (await signer.makeKey());
  const head = await eventStore.head();
  if (last && last.size > head) return 'log_went_back';
  const edge = await tree.open(last && headOf(last), signal);
  if (!edge) return 'log_changed';
  const signed = await signer.lastSigned();
  if (signed && signed.size > head) return 'log_went_back';
  let uncovered = 0;
  const growTo = async (size: number): Promise<void> => {
    while (edge.size() < size) {
      uncovered += (await tree.grow(edge, Math.min(size - edge.size(), STRETCH), signal)).events;
      await tree.store(edge);
    }
  };
  if (signed && signed.size >= edge.size()) {
    await growTo(signed.size);
    if (!agrees(edge, signed)) return 'log_changed';
  }
  // The first checkpoint of a log, or of a key, covers all that there is.
  if (!last) await growTo(head);
  return { edge, verifierKey, uncovered };
};

const record = (services: SealerServices, ownership: Ownership, command: SealingCommand): Promise<void> =>
  recordSealing(services, ownership, SEALER, command);

/** Signs a checkpoint: its tiles are durable first, and it is in the log before anything shows it. */
const seal = async (services: SealerServices, ownership: Ownership, { edge, verifierKey }: Ready) => {
  const { tree, signer, logger } = services;
  await tree.store(edge);
  await ownership.confirm();
  const [size, root] = [edge.size(), edge.root()];
  const note = await signer.sign({ size, root });
  await record(services, ownership, {
    type: 'RecordCheckpoint',
    size,
    root: Buffer.from(root).toString('hex'),
    note,
    verifierKey,
  });
  logger.debug({ size }, 'A checkpoint of the log was signed.');
};

const sealOn = async (services: SealerServices, ownership: Ownership, ready: Ready): Promise<void> => {
  const { tree, clock, terms, lookEvery = LOOK_EVERY_MS } = services;
  const { signal, advance } = ownership;
  let { uncovered } = ready;
  let since: number | undefined;
  while (!signal.aborted) {
    const { events, atEnd } = await tree.grow(ready.edge, terms.everyEvents, signal);
    advance({ generation: 0, position: ready.edge.size() });
    uncovered += events;
    if (uncovered > 0) since ??= clock.elapsed();
    const isLate = since !== undefined && clock.elapsed() - since >= terms.everySeconds * 1000;
    if (uncovered >= terms.everyEvents || isLate) {
      // A witness may have contradicted the log since the last one.
      if ((await readSealing(services)).stopped) return;
      await seal(services, ownership, ready);
      [uncovered, since] = [0, undefined];
    }
    if (atEnd) await abortablePause(lookEvery, signal);
  }
};

const work = async (services: SealerServices, ownership: Ownership): Promise<undefined> => {
  const { signer, tree, logger, lookEvery = LOOK_EVERY_MS } = services;
  const { signal } = ownership;
  while (!signal.aborted) {
    const state = await readSealing(services);
    if (state.stopped) {
      await abortablePause(lookEvery, signal);
      continue;
    }
    if (state.needsNewKey) {
      await ownership.confirm();
      await tree.clear();
      await signer.makeKey();
    }
    const ready = await prepare(services, ownership, state);
    if (typeof ready === 'object') {
      await sealOn(services, ownership, ready);
      continue;
    }
    const size = state.extends?.size ?? 0;
    await record(services, ownership, { type: 'StopSealing', because: ready, size });
    logger.error(
      { because: ready, size },
      'No further checkpoint of the log is signed until a person decides: it could contradict an earlier one.',
    );
  }
  return undefined;
};

/**
 * Seals the log until the signal aborts: extends the Merkle tree over it and signs checkpoints, by one owner at a time,
 * behind the log, so that no append waits. It stops for good, on record and with an alert, where a checkpoint could
 * contradict one that was signed before.
 */
export const runSealer = (services: SealerServices, signal: AbortSignal): Promise<void> =>
  runFollower(
    { kind: 'consumer', name: SEALER, work: (ownership) => work(services, ownership) },
    services,
    signal,
  );
