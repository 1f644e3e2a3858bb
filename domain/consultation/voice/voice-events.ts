import { z } from 'zod';
import { defineEvent } from '../../kernel/event-definition.ts';
import { uuidSchema } from '../../kernel/identifiers.ts';
import { sensitiveText } from '../../privacy/sensitive.ts';

/** Maximum characters of a stored utterance; a minute of speech has about 1,000. */
export const MAX_UTTERANCE = 16_000;

/** The reasons for the end of a voice session. */
export const voiceSessionEnds = [
  'left',
  'time_limit',
  'idle',
  'token_ended',
  'too_much',
  'server_stopping',
  'model_failed',
] as const;
export type VoiceSessionEnd = (typeof voiceSessionEnds)[number];

const ofSession = { conversationId: uuidSchema, sessionId: uuidSchema };

/** A person started a voice session with a model. */
export const voiceSessionStarted = defineEvent(
  'VoiceSessionStarted',
  z.strictObject({
    ...ofSession,
    model: z.string().min(1).max(200),
    /** Whether speech is sent to a machine outside the hospital. */
    leavesThePremises: z.boolean(),
    /** Names of the tools offered to the model. */
    tools: z.array(z.string().max(64)).max(100),
  }),
);

/** Something was said: the transcript of the person's speech, or the model's text. */
export const utteranceTranscribed = defineEvent(
  'UtteranceTranscribed',
  z.strictObject({
    ...ofSession,
    /** The service's id of the utterance. */
    itemId: z.string().min(1).max(128),
    speaker: z.enum(['person', 'model']),
    text: sensitiveText(z.string().min(1).max(MAX_UTTERANCE)),
    /** For the model's speech: whether it was withheld because no source of the session supports it. */
    heldBack: z.boolean(),
  }),
);

/** The session ended. A session cut off by a crash has no such event. */
export const voiceSessionEnded = defineEvent(
  'VoiceSessionEnded',
  z.strictObject({
    ...ofSession,
    because: z.enum(voiceSessionEnds),
    milliseconds: z.int().min(0),
    /** As counted by the service, audio and text together. */
    inputTokens: z.int().min(0),
    outputTokens: z.int().min(0),
  }),
);

export const voiceEvents = [voiceSessionStarted, utteranceTranscribed, voiceSessionEnded] as const;
