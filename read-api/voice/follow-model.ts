import { judgeSpoken } from '../../domain/consultation/voice/judge-spoken.ts';
import type { RealtimeServerEvent } from '../../domain/consultation/voice/realtime-events.ts';
import { createSpokenGate, type Utterance } from '../../domain/consultation/voice/spoken-gate.ts';
import { MAX_UTTERANCE, type VoiceSessionEnd } from '../../domain/consultation/voice/voice-events.ts';
import { withheldSpeechInstruction } from '../../domain/consultation/voice/voice-instructions.ts';
import { Failure, failure } from '../../domain/kernel/failure.ts';
import { advanceSession } from './advance-session.ts';
import { recordPersonSpeech, type SessionState } from './session-state.ts';
import { voiceProblem } from './voice-problem.ts';

type SpokenGate = ReturnType<typeof createSpokenGate>;

/**
 * The most events of a model in one session, other than pieces of speech: several times those of half an hour of dialogue
 * without a pause. A model that sends more is at fault, and would fill the log.
 */
const MAX_EVENTS = 20_000;

/** A documented error code of the service, without its message, which may repeat the conversation. */
const documented = /^[a-z][a-z0-9_]{0,63}$/;
const codeOf = (code: string | null | undefined): string =>
  code && documented.test(code) ? code : 'unknown';

/** Records the model's speech; a withheld answer is removed from the dialogue, and another requested. */
const takeUtterance = (session: SessionState, utterance: Utterance): void => {
  const { frontEnd, upstream } = session.parts;
  const { itemId, text, verdict } = utterance;
  const heldBack = verdict === 'held_back';
  if (text.trim() !== '')
    session.record({
      type: 'TranscribeUtterance',
      itemId,
      speaker: 'model',
      text: text.slice(0, MAX_UTTERANCE),
      heldBack,
    });
  if (!heldBack) return;
  frontEnd.send({
    type: 'answer_held_back',
    itemId,
    because: utterance.because,
    message:
      "An answer was not played: it names amounts or drugs that are in none of this session's results.",
  });
  // The dialogue must not continue from an answer that no one heard.
  upstream.send({ type: 'conversation.item.delete', item_id: itemId });
  if (session.isRepairing) return;
  session.isRepairing = true;
  upstream.send({
    type: 'conversation.item.create',
    item: {
      type: 'message',
      role: 'system',
      content: [{ type: 'input_text', text: withheldSpeechInstruction }],
    },
  });
  session.dialogue = { ...session.dialogue, owesResponse: true };
};

const takeEvent = (session: SessionState, gate: SpokenGate, event: RealtimeServerEvent): void => {
  const { frontEnd } = session.parts;
  const { play, utterance } = gate.push(event);
  if (utterance) takeUtterance(session, utterance);
  for (const played of play) frontEnd.send(played);
  switch (event.type) {
    case 'conversation.item.input_audio_transcription.completed':
      recordPersonSpeech(session, event.item_id, event.transcript);
      frontEnd.send(event);
      break;
    case 'input_audio_buffer.speech_started':
    case 'input_audio_buffer.speech_stopped':
    case 'input_audio_buffer.committed':
    case 'conversation.item.input_audio_transcription.failed':
      frontEnd.send(event);
      break;
    case 'response.created':
      frontEnd.send({ type: event.type, response: { id: event.response.id } });
      break;
    case 'response.done': {
      const { id, status, usage } = event.response;
      session.tokens.input += usage?.input_tokens ?? 0;
      session.tokens.output += usage?.output_tokens ?? 0;
      frontEnd.send({ type: event.type, response: { id, status } });
      break;
    }
    case 'error':
      if (event.error.code !== 'conversation_already_has_active_response')
        frontEnd.send(
          voiceProblem(
            new Failure(
              failure('external_api_error', 'The voice model refused a request.', {
                details: { code: codeOf(event.error.code) },
              }),
            ),
          ),
        );
      break;
    default:
      break;
  }
  advanceSession(session, { kind: 'said', event });
};

/** Processes the model's output until it ends. */
export const followModel = async (session: SessionState): Promise<VoiceSessionEnd> => {
  const { upstream, frontEnd, ending } = session.parts;
  const gate = createSpokenGate((text) =>
    judgeSpoken({ text, evidence: session.evidence, question: session.lastSaid }),
  );
  try {
    for await (const event of upstream.events) {
      if (!event.type.endsWith('.delta')) session.events += 1;
      if (ending.signal.aborted || session.events > MAX_EVENTS) break;
      takeEvent(session, gate, event);
    }
  } catch (error) {
    frontEnd.send(voiceProblem(error));
  }
  return 'model_failed';
};
