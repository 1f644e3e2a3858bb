import { z } from 'zod';
import { defineEvent } from '../../kernel/event-definition.ts';
import { uuidSchema } from '../../kernel/identifiers.ts';
import { sensitiveText } from '../../privacy/sensitive.ts';

/** Characters of one utterance that are kept; a minute of speech has about 1,000. */
export const MAX_UTTERANCE = 16_000;

/** Why a voice session ended. */
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

/** Somebody began to speak with a model. */
export const voiceSessionStarted = defineEvent(
  'VoiceSessionStarted',
  z.strictObject({
    ...ofSession,
    model: z.string().min(1).max(200),
    /** Whether what is spoken goes to a machine that is not the hospital's. */
    leavesThePremises: z.boolean(),
    /** Names of the tools that the model may call. */
    tools: z.array(z.string().max(64)).max(100),
  }),
);

/** Something was said, as it was understood or as the model meant it. */
export const utteranceTranscribed = defineEvent(
  'UtteranceTranscribed',
  z.strictObject({
    ...ofSession,
    /** The model's own id of it. */
    itemId: z.string().min(1).max(128),
    speaker: z.enum(['person', 'model']),
    text: sensitiveText(z.string().min(1).max(MAX_UTTERANCE)),
    /** Of what the model said: whether it was played, or held back since no source of the session says it. */
    heldBack: z.boolean(),
  }),
);

/** The session is over. One that a crash ended has none. */
export const voiceSessionEnded = defineEvent(
  'VoiceSessionEnded',
  z.strictObject({
    ...ofSession,
    because: z.enum(voiceSessionEnds),
    milliseconds: z.int().min(0),
    /** As the model's service counted them, audio and text together. */
    inputTokens: z.int().min(0),
    outputTokens: z.int().min(0),
  }),
);

export const voiceEvents = [voiceSessionStarted, utteranceTranscribed, voiceSessionEnded] as const;
