import { z } from 'zod';
import { conversationDecider } from '../domain/consultation/conversation-decider.ts';
import { streamIdOf, uuidSchema } from '../domain/kernel/identifiers.ts';
import { shareeSchema } from '../domain/ownership/share.ts';
import { defineCommand } from './runtime/command-definition.ts';
import { executeDecider } from './runtime/execute-decider.ts';

export const unshareConversation = defineCommand({
  name: 'UnshareConversation',
  summary: 'Stops sharing a conversation with a person or a care team, effective immediately.',
  permission: 'conversations:write',
  acceptsFile: false,
  ownership: 'own',
  target: ({ conversationId }) => ({ kind: 'conversation', id: conversationId }),
  discloses: 'nothing',
  ids: z.object({ conversationId: uuidSchema }),
  input: z.strictObject({ conversationId: uuidSchema, with: shareeSchema }),
  handle: async ({ conversationId, with: sharee }, context, services) => {
    const { streamId, revision, position } = await executeDecider({
      decider: conversationDecider,
      streamId: streamIdOf('conversation', conversationId),
      commands: [{ type: 'UnshareConversation', with: sharee }],
      context,
      services,
    });
    return { streamId, revision, position, ids: { conversationId } };
  },
});
