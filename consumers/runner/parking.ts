import type { CommandServices } from '../../commands/command-definition.ts';
import { executeDecider } from '../../commands/execute-decider.ts';
import { describeError } from '../../domain/kernel/describe-error.ts';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import { streamIdOf } from '../../domain/kernel/identifiers.ts';
import { parkedEventsDecider } from '../../domain/operations/parked-events-decider.ts';
import { systemContext } from './system-context.ts';

type Services = Pick<CommandServices, 'eventStore' | 'identity'>;

/** Puts an event aside after its last attempt. It is kept in the log, shown to admins, and can be replayed. */
export const parkEvent = async (
  services: Services,
  consumer: string,
  event: RecordedEvent,
  attempts: number,
  error: unknown,
): Promise<void> => {
  const { reason, message } = describeError(error);
  await executeDecider({
    decider: parkedEventsDecider,
    streamId: streamIdOf('projection', consumer),
    commands: [
      {
        type: 'ParkEvent',
        consumer,
        eventId: event.id,
        eventType: event.type,
        streamId: event.streamId,
        position: event.position,
        attempts,
        reason,
        message,
      },
    ],
    // A fresh id: the same event may be parked, replayed and parked again.
    context: systemContext(event, services.identity.newId(), consumer),
    services,
  });
};

/** Notes that a parked event was handled after all. */
export const resolveParkedEvent = async (
  services: Services,
  consumer: string,
  event: RecordedEvent,
): Promise<void> => {
  await executeDecider({
    decider: parkedEventsDecider,
    streamId: streamIdOf('projection', consumer),
    commands: [{ type: 'ResolveParkedEvent', consumer, eventId: event.id }],
    context: systemContext(event, services.identity.newId(), consumer),
    services,
  });
};
