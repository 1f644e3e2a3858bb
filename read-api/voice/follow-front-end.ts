import { type FrontEndMessage, frontEndMessage } from '../../domain/consultation/voice/front-end-messages.ts';
import type { VoiceSessionEnd } from '../../domain/consultation/voice/voice-events.ts';
import { describeIssue } from '../../domain/kernel/describe-issue.ts';
import { Failure, failure } from '../../domain/kernel/failure.ts';
import { recordPersonSpeech, type SessionState, spentIn } from './session-state.ts';
import { voiceProblem } from './voice-problem.ts';

const takeText = async (session: SessionState, text: string): Promise<void> => {
  const { model, upstream, holdsPhi } = session.parts;
  if (model.leavesThePremises && (await holdsPhi(text)))
    throw new Failure(
      failure('rule_violated', 'This seems to identify a patient and was not sent to the model outside.', {
        details: { reason: 'phi_stays_local' },
      }),
    );
  recordPersonSpeech(session, `typed-${spentIn(session)}`, text);
  upstream.send({
    type: 'conversation.item.create',
    item: { type: 'message', role: 'user', content: [{ type: 'input_text', text }] },
  });
  session.dialogue = { ...session.dialogue, owesResponse: true };
  if (!session.dialogue.isResponding && session.dialogue.pending.size === 0) {
    session.dialogue = { ...session.dialogue, owesResponse: false, isResponding: true };
    upstream.send({ type: 'response.create' });
  }
};

const takeMessage = async (session: SessionState, message: FrontEndMessage): Promise<void> => {
  const { tools, upstream } = session.parts;
  switch (message.type) {
    case 'tool_confirmation':
      return tools.confirm(message.toolCallId, message.approved);
    case 'tool_cancel':
      return tools.cancel(message.toolCallId);
    case 'text':
      return takeText(session, message.text);
    case 'response.create':
      if (!session.dialogue.isResponding) upstream.send({ type: 'response.create' });
      return;
    default:
      upstream.send(message);
  }
};

/** Processes messages from the front end until it disconnects. */
export const followFrontEnd = async (session: SessionState): Promise<VoiceSessionEnd> => {
  const { frontEnd, elapsed } = session.parts;
  for await (const text of frontEnd.messages) {
    session.lastHeard = elapsed();
    let raw: unknown;
    try {
      raw = JSON.parse(text);
    } catch {
      raw = undefined;
    }
    const read = frontEndMessage.safeParse(raw, { error: describeIssue });
    if (!read.success) {
      const issues = read.error.issues
        .slice(0, 5)
        .map(({ path, message }) => ({ path: path.join('.'), message }));
      frontEnd.send(
        voiceProblem(
          new Failure(
            failure('validation_error', 'This is not a message of a voice session; see docs/http.md.', {
              details: { issues },
            }),
          ),
        ),
      );
      continue;
    }
    try {
      await takeMessage(session, read.data);
    } catch (error) {
      frontEnd.send(voiceProblem(error));
    }
  }
  return 'left';
};
