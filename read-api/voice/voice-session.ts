import type { VoiceSessionEnd } from '../../domain/consultation/voice/voice-events.ts';
import { voiceInstructions } from '../../domain/consultation/voice/voice-instructions.ts';
import { followFrontEnd } from './follow-front-end.ts';
import { followModel } from './follow-model.ts';
import { beginSession, spentIn } from './session-state.ts';
import { voiceProblem } from './voice-problem.ts';
import type { VoiceSessionParts } from './voice-session-parts.ts';

/** The service ends a session after an hour; a bedside conversation ends sooner. Milliseconds. */
const LONGEST_MS = 30 * 60_000;
const IDLE_MS = 5 * 60_000;
/** Sends the model its instructions and tools, and informs the front end that both are ready. */
const greet = (
  { upstream, frontEnd, tools, model, sessionId, conversationId }: VoiceSessionParts,
  longest: number,
): void => {
  upstream.send({
    type: 'session.update',
    session: {
      type: 'realtime',
      instructions: voiceInstructions,
      output_modalities: ['audio'],
      audio: {
        input: {
          transcription: { model: model.transcriptionModel },
          turn_detection: { type: 'server_vad' },
        },
        output: { voice: model.voice },
      },
      tools: tools.offered.map((tool) => ({ type: 'function', ...tool })),
      tool_choice: 'auto',
    },
  });
  frontEnd.send({
    type: 'session.ready',
    sessionId,
    conversationId,
    model: model.name,
    tools: tools.offered.map(({ name }) => name),
    endsInSeconds: Math.round(longest / 1000),
  });
};

/**
 * One person speaking with one model: passes on the speech, calls tools at the model's request in the person's name,
 * checks the model's speech against their results, and records both sides. Resolves when the session is over, however
 * it ended; the end is in the log.
 */
export const runVoiceSession = async (parts: VoiceSessionParts): Promise<void> => {
  const { frontEnd, upstream, ending, elapsed } = parts;
  const { longest = LONGEST_MS, idle = IDLE_MS } = parts.limits ?? {};
  const session = beginSession(parts);
  const { end } = session;
  const aborted = new Promise<VoiceSessionEnd>((resolve) => {
    ending.signal.addEventListener('abort', () => resolve(ending.signal.reason), { once: true });
    if (ending.signal.aborted) resolve(ending.signal.reason);
  });
  const tooLong = setTimeout(() => end('time_limit'), longest);
  const watchIdle = setInterval(
    () => {
      if (elapsed() - session.lastHeard > idle) end('idle');
    },
    Math.min(idle, 5000),
  );
  let because: VoiceSessionEnd = 'model_failed';
  try {
    greet(parts, longest);
    because = await Promise.race([followFrontEnd(session), followModel(session), aborted]);
  } catch (error) {
    frontEnd.send(voiceProblem(error));
  } finally {
    clearTimeout(tooLong);
    clearInterval(watchIdle);
    end(because);
    upstream.close();
    session.record({
      type: 'EndVoiceSession',
      because,
      milliseconds: spentIn(session),
      inputTokens: session.tokens.input,
      outputTokens: session.tokens.output,
    });
    await session.recorded();
    frontEnd.send({ type: 'session.ended', because });
  }
};
