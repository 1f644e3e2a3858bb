import { z } from 'zod';
import { clinicalContextSchema } from '../domain/consultation/clinical-context.ts';
import {
  type ConversationCommand,
  conversationDecider,
} from '../domain/consultation/conversation-decider.ts';
import { hasPatientContext } from '../domain/consultation/has-patient-context.ts';
import { streamIdOf, uuidSchema } from '../domain/kernel/identifiers.ts';
import { omitUndefined } from '../domain/kernel/omit-undefined.ts';
import { conversationSubject, subjectSchema } from '../domain/privacy/data-subject.ts';
import { defineCommand } from './runtime/command-definition.ts';
import { executeDecider } from './runtime/execute-decider.ts';

export const startConversation = defineCommand({
  name: 'StartConversation',
  summary: 'Starts a conversation, optionally about a patient.',
  permission: 'conversations:write',
  acceptsFile: false,
  ownership: 'begins',
  discloses: 'nothing',
  ids: z.object({ conversationId: uuidSchema }),
  input: z.strictObject({
    title: z.string().trim().min(1).max(200).optional(),
    subject: subjectSchema.optional(),
    clinicalContext: clinicalContextSchema.optional(),
  }),
  handle: async ({ title, subject, clinicalContext }, context, services) => {
    const conversationId = services.identity.derivedId(context.commandId, 'conversation');
    const commands: readonly ConversationCommand[] = [
      { type: 'StartConversation', conversationId, ...omitUndefined({ title }) },
      ...(clinicalContext ? [{ type: 'SetClinicalContext', clinicalContext } as const] : []),
    ];
    const { streamId, revision, position } = await executeDecider({
      decider: conversationDecider,
      streamId: streamIdOf('conversation', conversationId),
      commands,
      context,
      services,
      subject: conversationSubject(conversationId, subject),
      phi: hasPatientContext(clinicalContext),
    });
    return { streamId, revision, position, ids: { conversationId } };
  },
});
