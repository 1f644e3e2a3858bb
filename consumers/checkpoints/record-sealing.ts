import type { CommandServices } from '../../commands/runtime/command-definition.ts';
import { executeDecider, loadState } from '../../commands/runtime/execute-decider.ts';
import { systemContext } from '../../commands/runtime/system-caller.ts';
import {
  type SealingCommand,
  type SealingState,
  sealingDecider,
  sealingStream,
} from '../../domain/operations/sealing-decider.ts';
import type { Ownership } from '../../ports/follower.ts';

type SealingServices = Pick<CommandServices, 'eventStore' | 'identity' | 'states'>;

/** What is known about the checkpoints of the log. */
export const readSealing = async (
  services: Pick<CommandServices, 'eventStore' | 'states'>,
): Promise<SealingState> => (await loadState(services, sealingDecider, sealingStream)).state;

/** Records a step of sealing, on behalf of the consumer that took it. */
export const recordSealing = async (
  services: SealingServices,
  { fence }: Pick<Ownership, 'fence'>,
  consumer: string,
  command: SealingCommand,
): Promise<void> => {
  await executeDecider({
    decider: sealingDecider,
    streamId: sealingStream,
    commands: [command],
    context: systemContext(undefined, services.identity.newId(), consumer, fence),
    services,
  });
};
