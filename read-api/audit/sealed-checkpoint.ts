import { loadState } from '../../commands/runtime/execute-decider.ts';
import { Failure, failure } from '../../domain/kernel/failure.ts';
import {
  type SealedCheckpoint,
  type SealingState,
  sealingDecider,
  sealingStream,
} from '../../domain/operations/sealing-decider.ts';
import { keepsCheckpoint } from '../../domain/operations/witnessing-decider.ts';
import type { HttpApiServices } from '../http-api-services.ts';

type Needs = Pick<HttpApiServices, 'commandServices' | 'readWitnesses'>;

/**
 * What is known about the checkpoints of the log. The note of the newest one has the countersignatures of the witnesses
 * that keep it: a verifier that knows only the key of the log ignores them.
 */
export const sealingStateOf = async ({ commandServices, readWitnesses }: Needs): Promise<SealingState> => {
  const { state } = await loadState(commandServices, sealingDecider, sealingStream);
  const { checkpoint } = state;
  if (!checkpoint) return state;
  const countersignatures = (await readWitnesses()).flatMap(({ kept }) =>
    kept && keepsCheckpoint(kept, checkpoint) ? kept.countersignatures : [],
  );
  return { ...state, checkpoint: { ...checkpoint, note: `${checkpoint.note}${countersignatures.join('')}` } };
};

/**
 * The newest checkpoint of the log.
 *
 * @throws Failure `not_found` before the first
 */
export const newestCheckpoint = async (services: Needs): Promise<SealedCheckpoint> => {
  const { checkpoint } = await sealingStateOf(services);
  if (checkpoint) return checkpoint;
  throw new Failure(
    failure('not_found', 'No checkpoint of the log has been signed yet. The first follows within minutes.'),
  );
};
