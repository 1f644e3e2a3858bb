import type { AnswerEvidence } from '../../domain/consultation/answering/answer-evidence.ts';
import { type FrontEndMessage, frontEndMessage } from '../../domain/consultation/voice/front-end-messages.ts';
import { judgeSpoken } from '../../domain/consultation/voice/judge-spoken.ts';
import type {
  RealtimeClientEvent,
  RealtimeServerEvent,
} from '../../domain/consultation/voice/realtime-events.ts';
import { createSpokenGate, type Utterance } from '../../domain/consultation/voice/spoken-gate.ts';
import {
  type AnnouncedCall,
  advanceDialogue,
  type DialogueInput,
  MAX_CALLS,
  newDialogue,
} from '../../domain/consultation/voice/voice-dialogue.ts';
import { MAX_UTTERANCE, type VoiceSessionEnd } from '../../domain/consultation/voice/voice-events.ts';
import {
  heldBackInstruction,
  voiceInstructions,
} from '../../domain/consultation/voice/voice-instructions.ts';
import { Failure, failure } from '../../domain/kernel/failure.ts';
import { plainIssue } from '../../domain/kernel/plain-issue.ts';
import type { Logger } from '../../ports/logger.ts';
import type { RealtimeModel, RealtimeSession } from '../../ports/realtime-model.ts';
import type { FrontEnd } from './front-end.ts';
import type { VoiceTools } from './voice-tools.ts';

/** What was said, or done, for the log. */
export type VoiceRecord =
  | {
      readonly type: 'TranscribeUtterance';
      readonly itemId: string;
      readonly speaker: 'person' | 'model';
      readonly text: string;
      readonly heldBack: boolean;
    }
  | {
      readonly type: 'EndVoiceSession';
      readonly because: VoiceSessionEnd;
      readonly milliseconds: number;
      readonly inputTokens: number;
      readonly outputTokens: number;
    };

type VoiceSessionParts = {
  readonly sessionId: string;
  readonly conversationId: string;
  readonly model: RealtimeModel['model'];
  readonly frontEnd: FrontEnd;
  readonly upstream: RealtimeSession;
  readonly tools: VoiceTools;
  /** Appends to the log of the conversation; called one after the other. */
  readonly record: (record: VoiceRecord) => Promise<void>;
  /** Whether a text holds PHI. */
  readonly holdsPhi: (text: string) => Promise<boolean>;
  /** Ends the session from outside; its reason is a VoiceSessionEnd. */
  readonly ending: AbortController;
  readonly elapsed: () => number;
  readonly logger: Logger;
  readonly limits?: { readonly longest: number; readonly idle: number };
};

/** A session of the service ends after an hour; a conversation at the bedside before that. Milliseconds. */
const LONGEST_MS = 30 * 60_000;
const IDLE_MS = 5 * 60_000;
/** Results of tools that what is said is held against: the last ones. */
const MAX_EVIDENCE = 20;
/** Characters of one result that are looked at, and that the model is given. */
const MAX_RESULT = 24_000;
/** Of what the person said last, whose numbers may be repeated. */
const MAX_QUESTION = 4000;

/** A code of the service as it documents them, and none of its sentences, which may repeat what was said. */
const documented = /^[a-z][a-z0-9_]{0,63}$/;
const codeOf = (code: string | null | undefined): string =>
  code && documented.test(code) ? code : 'unknown';

const problem = (error: unknown): object => {
  const reason =
    error instanceof Failure ? error.reason : failure('internal_error', 'Something went wrong here.');
  const { code, message, details, retryAfter } = reason;
  return { type: 'error', error: { code, message, details, retryAfter } };
};

/**
 * One person speaking with one model: passes on what is spoken, calls the tools that the model asks for in the name of
 * the person, holds what the model says against what they returned, and takes down what was said. Resolves when the
 * session is over, however it ended; the end is in the log.
 */
export const runVoiceSession = async (parts: VoiceSessionParts): Promise<void> => {
  const { frontEnd, upstream, tools, ending, model, logger, sessionId, conversationId } = parts;
  const { longest = LONGEST_MS, idle = IDLE_MS } = parts.limits ?? {};
  const started = parts.elapsed();
  let dialogue = newDialogue;
  let lastSaid = '';
  let lastHeard = started;
  let isRepairing = false;
  let calls = 0;
  const tokens = { input: 0, output: 0 };
  /** Another list each time that there is more: it is made ready for checking once. */
  let evidence: readonly AnswerEvidence[] = [];
  const spent = (): number => Math.round(parts.elapsed() - started);
  const end = (because: VoiceSessionEnd): void => ending.abort(because);

  // Records keep their order and hold nothing up; what cannot be recorded ends the session.
  let recording: Promise<void> = Promise.resolve();
  const record = (what: VoiceRecord): void => {
    recording = recording
      .then(() => parts.record(what))
      .catch((error: unknown) => {
        logger.error({ error }, 'What was spoken could not be recorded; the voice session ends.');
        end('model_failed');
      });
  };

  const gate = createSpokenGate((text) => judgeSpoken({ text, evidence, question: lastSaid }));

  const send = (event: RealtimeClientEvent): void => upstream.send(event);

  const remember = (title: string, text: string): void => {
    const latest = { title, source: title, text: text.slice(0, MAX_RESULT) };
    evidence = [...evidence, latest].slice(-MAX_EVIDENCE).map((piece, index) => ({ ...piece, n: index + 1 }));
  };

  const outputOf = async (call: AnnouncedCall): Promise<string> => {
    calls += 1;
    if (calls > MAX_CALLS)
      return JSON.stringify({ success: false, error: 'There were too many calls in this session.' });
    try {
      const { output, evidence: found } = await tools.call(
        call,
        (frame) => frontEnd.send(frame),
        ending.signal,
      );
      if (found !== undefined) remember(call.name, found);
      return output.slice(0, MAX_RESULT);
    } catch (error) {
      const { message } = error instanceof Failure ? error.reason : failure('internal_error', 'It failed.');
      return JSON.stringify({ success: false, error: message });
    }
  };

  const advance = (input: DialogueInput): void => {
    const step = advanceDialogue(dialogue, input);
    dialogue = step.dialogue;
    for (const event of step.send) send(event);
    for (const call of step.calls)
      outputOf(call)
        .then((output) => {
          if (!ending.signal.aborted) advance({ kind: 'called', callId: call.callId, output });
        })
        .catch(() => end('model_failed'));
  };

  const judged = (utterance: Utterance): void => {
    const { itemId, text, verdict } = utterance;
    const heldBack = verdict === 'held_back';
    if (text.trim() !== '')
      record({
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
        'An answer was not played: it names amounts or drugs that nothing found in this session holds.',
    });
    // What nobody heard must not be what the dialogue goes on from.
    send({ type: 'conversation.item.delete', item_id: itemId });
    if (isRepairing) return;
    isRepairing = true;
    send({
      type: 'conversation.item.create',
      item: { type: 'message', role: 'system', content: [{ type: 'input_text', text: heldBackInstruction }] },
    });
    dialogue = { ...dialogue, owesResponse: true };
  };

  const heard = (itemId: string, text: string): void => {
    lastSaid = `${lastSaid} ${text}`.slice(-MAX_QUESTION);
    isRepairing = false;
    if (text.trim() === '') return;
    record({
      type: 'TranscribeUtterance',
      itemId,
      speaker: 'person',
      text: text.slice(0, MAX_UTTERANCE),
      heldBack: false,
    });
  };

  const onUpstream = (event: RealtimeServerEvent): void => {
    const { play, utterance } = gate.push(event);
    if (utterance) judged(utterance);
    for (const played of play) frontEnd.send(played);
    switch (event.type) {
      case 'conversation.item.input_audio_transcription.completed':
        heard(event.item_id, event.transcript);
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
        tokens.input += usage?.input_tokens ?? 0;
        tokens.output += usage?.output_tokens ?? 0;
        frontEnd.send({ type: event.type, response: { id, status } });
        break;
      }
      case 'error':
        if (event.error.code !== 'conversation_already_has_active_response')
          frontEnd.send(
            problem(
              new Failure(
                failure('external_api_error', 'The model that is spoken with refused something.', {
                  details: { code: codeOf(event.error.code) },
                }),
              ),
            ),
          );
        break;
      default:
        break;
    }
    advance({ kind: 'said', event });
  };

  const onTyped = async (text: string): Promise<void> => {
    if (model.leavesThePremises && (await parts.holdsPhi(text)))
      throw new Failure(
        failure('rule_violated', 'This seems to identify a patient and was not sent to the model outside.', {
          details: { reason: 'phi_stays_local' },
        }),
      );
    heard(`typed-${spent()}`, text);
    send({
      type: 'conversation.item.create',
      item: { type: 'message', role: 'user', content: [{ type: 'input_text', text }] },
    });
    dialogue = { ...dialogue, owesResponse: true };
    if (!dialogue.isResponding && dialogue.pending.size === 0) {
      dialogue = { ...dialogue, owesResponse: false, isResponding: true };
      send({ type: 'response.create' });
    }
  };

  const onFrontEnd = async (message: FrontEndMessage): Promise<void> => {
    switch (message.type) {
      case 'tool_confirmation':
        return tools.confirm(message.toolCallId, message.approved);
      case 'tool_cancel':
        return tools.cancel(message.toolCallId);
      case 'text':
        return onTyped(message.text);
      case 'response.create':
        if (!dialogue.isResponding) send({ type: 'response.create' });
        return;
      default:
        send(message);
    }
  };

  const readFrontEnd = async (): Promise<VoiceSessionEnd> => {
    for await (const text of frontEnd.messages) {
      lastHeard = parts.elapsed();
      let raw: unknown;
      try {
        raw = JSON.parse(text);
      } catch {
        raw = undefined;
      }
      const read = frontEndMessage.safeParse(raw, { error: plainIssue });
      if (!read.success) {
        const issues = read.error.issues
          .slice(0, 5)
          .map(({ path, message }) => ({ path: path.join('.'), message }));
        frontEnd.send(
          problem(
            new Failure(
              failure('validation_error', 'This is no message of a voice session; see docs/http.md.', {
                details: { issues },
              }),
            ),
          ),
        );
        continue;
      }
      try {
        await onFrontEnd(read.data);
      } catch (error) {
        frontEnd.send(problem(error));
      }
    }
    return 'left';
  };

  const readUpstream = async (): Promise<VoiceSessionEnd> => {
    try {
      for await (const event of upstream.events) {
        if (ending.signal.aborted) break;
        onUpstream(event);
      }
    } catch (error) {
      frontEnd.send(problem(error));
    }
    return 'model_failed';
  };

  const aborted = new Promise<VoiceSessionEnd>((resolve) => {
    ending.signal.addEventListener('abort', () => resolve(ending.signal.reason), { once: true });
    if (ending.signal.aborted) resolve(ending.signal.reason);
  });
  const tooLong = setTimeout(() => end('time_limit'), longest);
  const watchIdle = setInterval(
    () => {
      if (parts.elapsed() - lastHeard > idle) end('idle');
    },
    Math.min(idle, 5000),
  );
  let because: VoiceSessionEnd = 'model_failed';
  try {
    send({
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
    because = await Promise.race([readFrontEnd(), readUpstream(), aborted]);
  } catch (error) {
    frontEnd.send(problem(error));
  } finally {
    clearTimeout(tooLong);
    clearInterval(watchIdle);
    end(because);
    upstream.close();
    record({
      type: 'EndVoiceSession',
      because,
      milliseconds: spent(),
      inputTokens: tokens.input,
      outputTokens: tokens.output,
    });
    await recording;
    frontEnd.send({ type: 'session.ended', because });
  }
};
