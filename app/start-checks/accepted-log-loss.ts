import { z } from 'zod';
import type { CommandServices } from '../../commands/runtime/command-definition.ts';
import { contextOf } from '../../commands/runtime/context-of.ts';
import { executeDecider } from '../../commands/runtime/execute-decider.ts';
import { actorSchema } from '../../domain/kernel/actor.ts';
import { isUnreachable } from '../../domain/kernel/is-unreachable.ts';
import { logLossDecider, logLossStream } from '../../domain/operations/log-loss-decider.ts';
import { readSharedFact, setSharedFact } from '../../infra/storage/database/shared-facts.ts';
import { abortablePause } from '../../ports/abortable-pause.ts';
import type { SqlSession } from '../../ports/database.ts';
import type { Logger } from '../../ports/logger.ts';

const acceptedSchema = z.object({
  id: z.uuid(),
  keptTo: z.int().min(0),
  lostTo: z.int().min(1),
  at: z.iso.datetime({ precision: 3 }),
  by: actorSchema,
});

/** The last decision to give up lost events. */
type AcceptedLogLoss = z.output<typeof acceptedSchema>;

export const readAcceptedLogLoss = async (session: SqlSession): Promise<AcceptedLogLoss | undefined> => {
  const fact = await readSharedFact(session, 'accepted-log-loss');
  return fact === undefined ? undefined : acceptedSchema.parse(JSON.parse(fact));
};

export const saveAcceptedLogLoss = (session: SqlSession, loss: AcceptedLogLoss): Promise<void> =>
  setSharedFact(session, 'accepted-log-loss', JSON.stringify(loss));

/** The pause between attempts while the log does not yet accept appends. */
const PAUSE_MS = 1_000;

/**
 * Records in the log which events were given up, on behalf of the person who decided it. This is impossible at the time of
 * the decision, when the log does not accept appends; instead, every node tries at its start until one succeeds.
 */
export const recordAcceptedLogLoss = async (
  {
    database,
    commandServices,
    node,
    logger,
  }: {
    readonly database: SqlSession;
    readonly commandServices: CommandServices;
    readonly node: string;
    readonly logger: Logger;
  },
  signal: AbortSignal,
): Promise<void> => {
  const accepted = await readAcceptedLogLoss(database);
  if (accepted === undefined) return;
  const { id, by, ...loss } = accepted;
  while (!signal.aborted) {
    try {
      await executeDecider({
        decider: logLossDecider,
        streamId: logLossStream,
        commands: [{ type: 'RecordLogEventsLost', ...loss, node }],
        context: contextOf({ actor: by, requestId: id }, { commandId: id }),
        services: commandServices,
      });
      return;
    } catch (error) {
      if (!isUnreachable(error)) {
        logger.error({ ...loss, error }, 'The events that were given up could not be recorded in the log.');
        return;
      }
      await abortablePause(PAUSE_MS, signal);
    }
  }
};
