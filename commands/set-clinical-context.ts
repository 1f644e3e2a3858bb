import { z } from 'zod';
import { clinicalContextSchema } from '../domain/consultation/clinical-context.ts';
import { conversationDecider } from '../domain/consultation/conversation-decider.ts';
import { streamIdOf, uuidSchema } from '../domain/kernel/identifiers.ts';
import { conversationSubject } from '../domain/privacy/data-subject.ts';
import { defineCommand } from './runtime/command-definition.ts';
import { executeDecider, loadState } from './runtime/execute-decider.ts';

export const setClinicalContext = defineCommand({
  name: 'SetClinicalContext',
  summary: "Sets the clinical context of a conversation's patient, replacing the previous one.",
  permission: 'conversations:write',
  acceptsFile: false,
  ownership: 'contribute',
  target: ({ conversationId }) => ({ kind: 'conversation', id: conversationId }),
  discloses: 'nothing',
  ids: z.object({ conversationId: uuidSchema }),
  input: z.strictObject({ conversationId: uuidSchema, clinicalContext: clinicalContextSchema }),
  handle: async ({ conversationId, clinicalContext }, context, services) => {
    const conversation = streamIdOf('conversation', conversationId);
    // The subject was fixed when the conversation started; all its sensitive fields share one key.
    const { first } = await loadState(services, conversationDecider, conversation);
    const { streamId, revision, position } = await executeDecider({
      decider: conversationDecider,
      streamId: conversation,
      commands: [{ type: 'SetClinicalContext', clinicalContext }],
      context,
      services,
      subject: first?.metadata.subject ?? conversationSubject(conversationId, undefined),
      phi: true,
    });
    return { streamId, revision, position, ids: { conversationId } };
  },
});
