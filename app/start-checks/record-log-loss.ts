import type { CommandServices } from '../../commands/runtime/command-definition.ts';
import { contextOf } from '../../commands/runtime/context-of.ts';
import { executeDecider } from '../../commands/runtime/execute-decider.ts';
import { systemCaller } from '../../commands/runtime/system-caller.ts';
import { logLossDecider, logLossStream } from '../../domain/operations/log-loss-decider.ts';
import { findLogLoss } from '../../infra/storage/event-store/find-log-loss.ts';
import type { Clock } from '../../ports/clock.ts';
import type { SqlSession } from '../../ports/database.ts';
import type { SeenEvent } from '../../ports/log-continuity.ts';
import type { Logger } from '../../ports/logger.ts';

type LossServices = {
  readonly database: SqlSession;
  readonly commandServices: CommandServices;
  readonly clock: Pick<Clock, 'now'>;
  /** The name of this process among the nodes. */
  readonly node: string;
  readonly logger: Logger;
};

/**
 * Compares the log with the events that this node had read, and records missing ones in the log, which alerts operators
 * and makes `doctor` report them. Rejects like an append.
 */
export const recordLogLoss = async (
  { database, commandServices, clock, node, logger }: LossServices,
  known: readonly SeenEvent[],
): Promise<void> => {
  const loss = await findLogLoss(database, known);
  if (loss === undefined) return;
  const commandId = commandServices.identity.newId();
  await executeDecider({
    decider: logLossDecider,
    streamId: logLossStream,
    commands: [{ type: 'RecordLogEventsLost', ...loss, node, at: clock.now() }],
    context: contextOf(systemCaller('log-watch', commandId), { commandId }),
    services: commandServices,
  });
  logger.error(
    loss,
    'The database failed over or was restored to a state that lacks acknowledged events. "npx anamnesis doctor" lists them.',
  );
};
