import {
  type ConversationCommand,
  conversationDecider,
} from '../domain/consultation/conversation-decider.ts';
import { streamIdOf } from '../domain/kernel/identifiers.ts';
import { conversationSubject } from '../domain/privacy/data-subject.ts';
import type { CommandContext } from './runtime/command-context.ts';
import type { CommandServices } from './runtime/command-definition.ts';
import { executeDecider, loadState } from './runtime/execute-decider.ts';

type VoiceCommand = Extract<
  ConversationCommand,
  { readonly type: 'StartVoiceSession' | 'TranscribeUtterance' | 'EndVoiceSession' }
>;

/**
 * Records the events of a voice session in the stream of its conversation. Not a command that clients can send: the
 * session reports what was spoken. Rejects with `not_found` when the conversation does not exist.
 */
export const recordVoice = async (
  conversationId: string,
  command: VoiceCommand,
  context: CommandContext,
  services: Pick<CommandServices, 'eventStore' | 'identity'>,
): Promise<void> => {
  const conversation = streamIdOf('conversation', conversationId);
  const { first } = await loadState(services, conversationDecider, conversation);
  await executeDecider({
    decider: conversationDecider,
    streamId: conversation,
    commands: [command],
    context,
    services,
    label: command.type,
    subject: first?.metadata.subject ?? conversationSubject(conversationId, undefined),
    // Speech is not screened; it counts as holding PHI.
    phi: true,
  });
};
