import type { CommandServices } from '../../commands/runtime/command-definition.ts';
import { contextOf } from '../../commands/runtime/context-of.ts';
import { executeDecider } from '../../commands/runtime/execute-decider.ts';
import { systemCaller } from '../../commands/runtime/system-caller.ts';
import type { CostEvent } from '../../domain/operations/cost-events.ts';
import { costLimitDecider, costsStream } from '../../domain/operations/cost-limit-decider.ts';

/** Records in the log, and so alerts operators, that a cost limit is reached. Rejects as an append does. */
export const recordCostLimit = async (
  reached: CostEvent['data'],
  services: Pick<CommandServices, 'eventStore' | 'identity' | 'states'>,
): Promise<void> => {
  const commandId = services.identity.newId();
  await executeDecider({
    decider: costLimitDecider,
    streamId: costsStream,
    commands: [{ type: 'RecordCostLimitReached', ...reached }],
    context: contextOf(systemCaller('cost-watch', commandId), { commandId }),
    services,
  });
};
