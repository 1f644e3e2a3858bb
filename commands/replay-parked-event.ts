import { z } from 'zod';
import type { RecordedEvent } from '../domain/kernel/event.ts';
import { streamIdOf, uuidSchema } from '../domain/kernel/identifiers.ts';
import { parkedEventsDecider } from '../domain/operations/parked-events-decider.ts';
import { eventParked, parkedEventResolved } from '../domain/operations/projection-events.ts';
import { awaitInStream } from './runtime/await-in-stream.ts';
import { defineCommand, type Ended } from './runtime/command-definition.ts';
import { executeDecider } from './runtime/execute-decider.ts';

const ids = z.object({ consumer: z.string(), eventId: uuidSchema });

const endings = [
  z.object({ outcome: z.literal('handled') }),
  z.object({
    outcome: z.literal('parked').meta({ description: 'The retry failed, too.' }),
    attempts: z.int(),
    reason: z.string(),
    message: z.string(),
  }),
] as const;

/** The outcome of a parked event that another event records; `undefined` when it concerns a different one. */
const endOf = (
  { type, data, revision, position }: RecordedEvent,
  replayed: string,
): Ended<z.output<(typeof endings)[number]>> | undefined => {
  if (type === parkedEventResolved.type) {
    const { eventId } = parkedEventResolved.schema.parse(data);
    return eventId === replayed ? { outcome: 'handled', revision, position } : undefined;
  }
  const { eventId, attempts, reason, message } = eventParked.schema.parse(data);
  if (eventId !== replayed) return undefined;
  return { outcome: 'parked', attempts, reason, message, revision, position };
};

export const replayParkedEvent = defineCommand({
  name: 'ReplayParkedEvent',
  summary: 'Makes a consumer retry an event that it had parked.',
  permission: 'consumers:replay',
  acceptsFile: false,
  ownership: 'none',
  discloses: 'nothing',
  input: z.strictObject({ consumer: z.string().min(1).max(64), eventId: uuidSchema }),
  ids,
  handle: async ({ consumer, eventId }, context, services) => {
    const { streamId, revision, position } = await executeDecider({
      decider: parkedEventsDecider,
      streamId: streamIdOf('projection', consumer),
      commands: [{ type: 'RequestReplay', consumer, eventId }],
      context,
      services,
    });
    return {
      streamId,
      revision,
      position,
      ids: { consumer, eventId },
      startedAt: '/api/admin/consumers/parked',
    };
  },
  process: {
    endings,
    optional: false,
    awaitEnd: ({ streamId, revision: after, ids: known }, services, signal) => {
      const { eventId } = ids.parse(known);
      const types = [parkedEventResolved.type, eventParked.type];
      return awaitInStream(
        { streamId, after, types, endingOf: (event) => endOf(event, eventId) },
        services,
        signal,
      );
    },
  },
});
