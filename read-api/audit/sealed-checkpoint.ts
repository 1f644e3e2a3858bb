import { loadState } from '../../commands/runtime/execute-decider.ts';
import { Failure, failure } from '../../domain/kernel/failure.ts';
import {
  type SealedCheckpoint,
  type SealingState,
  sealingDecider,
  sealingStream,
} from '../../domain/operations/sealing-decider.ts';
import type { HttpApiServices } from '../http-api-services.ts';

type Needs = Pick<HttpApiServices, 'commandServices'>;

/** What is known about the checkpoints of the log. */
export const sealingStateOf = async ({ commandServices }: Needs): Promise<SealingState> =>
  (await loadState(commandServices, sealingDecider, sealingStream)).state;

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
