import { z } from 'zod';
import { streamIdOf, uuidSchema } from '../domain/kernel/identifiers.ts';
import { parkedEventsDecider } from '../domain/operations/parked-events-decider.ts';
import { defineCommand } from './command-definition.ts';
import { executeDecider } from './execute-decider.ts';

export const replayParkedEvent = defineCommand({
  name: 'ReplayParkedEvent',
  summary: 'Has a consumer handle an event again that it had given up on.',
  permission: 'consumers:replay',
  acceptsFile: false,
  input: z.strictObject({ consumer: z.string().min(1).max(64), eventId: uuidSchema }),
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
});
