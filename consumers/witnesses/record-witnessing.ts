import type { CommandServices } from '../../commands/runtime/command-definition.ts';
import { executeDecider, loadState } from '../../commands/runtime/execute-decider.ts';
import { systemContext } from '../../commands/runtime/system-caller.ts';
import type { SealedCheckpoint, SealingState } from '../../domain/operations/sealing-decider.ts';
import {
  showsLoss,
  type WitnessingCommand,
  type WitnessingState,
  type WitnessRecord,
  witnessingDecider,
  witnessingStream,
} from '../../domain/operations/witnessing-decider.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Ownership } from '../../ports/follower.ts';
import type { Refusal } from './ask-witness.ts';

export const WITNESSES = 'witnesses';

export type RecordServices = Pick<CommandServices, 'eventStore' | 'identity' | 'states'> & {
  readonly clock: Pick<Clock, 'now'>;
};

/** What is known of the witnesses. */
export const readWitnessing = async (
  services: Pick<CommandServices, 'eventStore' | 'states'>,
): Promise<WitnessingState> => (await loadState(services, witnessingDecider, witnessingStream)).state;

/** Records what a witness said. */
export const recordWitnessing = async (
  services: RecordServices,
  { fence }: Pick<Ownership, 'fence'>,
  command: WitnessingCommand,
): Promise<void> => {
  await executeDecider({
    decider: witnessingDecider,
    streamId: witnessingStream,
    commands: [command],
    context: systemContext(undefined, services.identity.newId(), WITNESSES, fence),
    services,
  });
};

type Contradicted = {
  readonly name: string;
  readonly refusal: Refusal;
  readonly checkpoint: SealedCheckpoint;
  readonly record: WitnessRecord;
  readonly sealing: SealingState;
};

/** Records that a witness contradicts a checkpoint. Returns whether sealing has to stop. */
export const recordContradiction = async (
  services: RecordServices,
  ownership: Pick<Ownership, 'fence'>,
  { name, refusal: { witnessSize }, checkpoint, record, sealing }: Contradicted,
): Promise<boolean> => {
  const { size, verifierKey } = checkpoint;
  await recordWitnessing(services, ownership, {
    type: 'RecordContradiction',
    witness: name,
    size,
    verifierKey,
    witnessSize,
    at: services.clock.now(),
  });
  return showsLoss(record, checkpoint, sealing);
};
