import {
  advanceDialogue,
  type DialogueInput,
  MAX_CALLS,
  type VoiceToolCall,
} from '../../domain/consultation/voice/voice-dialogue.ts';
import { Failure, failure } from '../../domain/kernel/failure.ts';
import type { SessionState } from './session-state.ts';
import type { VoiceToolResult } from './voice-tools.ts';

/** The number of recent texts kept for checking the spoken answer. */
const MAX_EVIDENCE = 20;
/** Characters of one result that are checked, and that the model receives. */
const MAX_RESULT = 24_000;
/** Stores the texts of a result for checking the spoken answer. */
const remember = (session: SessionState, found: NonNullable<VoiceToolResult['evidence']>): void => {
  const latest = found.map((piece) => ({ ...piece, text: piece.text.slice(0, MAX_RESULT) }));
  session.evidence = [...session.evidence, ...latest]
    .slice(-MAX_EVIDENCE)
    .map((piece, index) => ({ ...piece, n: index + 1 }));
};

const outputOf = async (session: SessionState, call: VoiceToolCall): Promise<string> => {
  const { tools, frontEnd, ending } = session.parts;
  session.calls += 1;
  // Each call beyond the limit was refused with the reason, and yet more follow.
  if (session.calls > 2 * MAX_CALLS) session.end('model_failed');
  if (session.calls > MAX_CALLS)
    return JSON.stringify({ success: false, error: 'There were too many calls in this session.' });
  try {
    const { output, evidence: found } = await tools.call(
      call,
      (frame) => frontEnd.send(frame),
      ending.signal,
    );
    if (found !== undefined) remember(session, found);
    return output.slice(0, MAX_RESULT);
  } catch (error) {
    const { message, details } =
      error instanceof Failure ? error.reason : failure('internal_error', 'It failed.');
    // What is wrong with each argument, so that the model can repeat the call correctly.
    return JSON.stringify({ success: false, error: message, issues: details?.issues });
  }
};

/** Advances the dialogue, and makes the calls that the model requests. */
export const advanceSession = (session: SessionState, input: DialogueInput): void => {
  const { upstream, ending } = session.parts;
  const step = advanceDialogue(session.dialogue, input);
  session.dialogue = step.dialogue;
  for (const event of step.send) upstream.send(event);
  for (const call of step.calls)
    outputOf(session, call)
      .then((output) => {
        if (!ending.signal.aborted) advanceSession(session, { kind: 'called', callId: call.callId, output });
      })
      .catch(() => session.end('model_failed'));
};
