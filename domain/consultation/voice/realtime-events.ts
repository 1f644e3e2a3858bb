import { z } from 'zod';

/** An id of the Realtime API. */
const id = z.string().min(1).max(128);

/** A conversation item of the Realtime API. Only complete function calls are acted on; see `voice-dialogue.ts`. */
const item = z.object({
  id: id.optional(),
  type: z.string().max(64),
  status: z.string().max(64).optional(),
  name: z.string().max(128).optional(),
  call_id: id.optional(),
  arguments: z
    .string()
    .max(64 * 1024)
    .optional(),
});
export type RealtimeItem = z.output<typeof item>;

const usage = z.object({
  input_tokens: z.int().min(0).optional(),
  output_tokens: z.int().min(0).optional(),
});

const ofItem = { response_id: id.optional(), item_id: id };

/**
 * The events of the Realtime API (general availability, 2025) that have an effect here; all others are ignored.
 * Source: the API reference of the Realtime API, "Server events", and the types of the package `openai`.
 */
const understood = z.discriminatedUnion('type', [
  z.object({ type: z.literal('session.updated') }),
  z.object({ type: z.literal('input_audio_buffer.speech_started'), item_id: id.optional() }),
  z.object({ type: z.literal('input_audio_buffer.speech_stopped'), item_id: id.optional() }),
  z.object({ type: z.literal('input_audio_buffer.committed'), item_id: id.optional() }),
  z.object({
    type: z.literal('conversation.item.input_audio_transcription.completed'),
    item_id: id,
    transcript: z.string(),
  }),
  z.object({ type: z.literal('conversation.item.input_audio_transcription.failed'), item_id: id }),
  z.object({ type: z.literal('response.created'), response: z.object({ id }) }),
  z.object({ type: z.literal('response.output_item.done'), item }),
  z.object({
    type: z.literal('response.done'),
    response: z.object({
      id,
      status: z.string().max(64),
      output: z.array(item).max(128).default([]),
      usage: usage.nullish(),
    }),
  }),
  z.object({ type: z.literal('response.output_audio.delta'), ...ofItem, delta: z.string() }),
  z.object({ type: z.literal('response.output_audio.done'), ...ofItem }),
  z.object({ type: z.literal('response.output_audio_transcript.delta'), ...ofItem, delta: z.string() }),
  z.object({ type: z.literal('response.output_audio_transcript.done'), ...ofItem, transcript: z.string() }),
  z.object({ type: z.literal('response.output_text.delta'), ...ofItem, delta: z.string() }),
  z.object({ type: z.literal('response.output_text.done'), ...ofItem, text: z.string() }),
  z.object({
    type: z.literal('error'),
    error: z.object({ type: z.string().max(128).nullish(), code: z.string().max(128).nullish() }),
  }),
]);
export type RealtimeServerEvent = z.output<typeof understood>;

/** Parses an event of the service; undefined for an unknown one. Unknown members are dropped. */
export const readRealtimeEvent = (event: unknown): RealtimeServerEvent | undefined => {
  const read = understood.safeParse(event);
  return read.success ? read.data : undefined;
};

/** An event sent to the service. */
export type RealtimeClientEvent =
  | {
      readonly type: 'session.update';
      readonly session: {
        readonly type: 'realtime';
        readonly instructions: string;
        readonly output_modalities: ['audio'];
        readonly audio: {
          readonly input: {
            readonly transcription: { readonly model: string };
            readonly turn_detection: { readonly type: 'server_vad' };
          };
          readonly output: { readonly voice: string };
        };
        readonly tools: {
          readonly type: 'function';
          readonly name: string;
          readonly description: string;
          readonly parameters: Readonly<Record<string, unknown>>;
        }[];
        readonly tool_choice: 'auto';
      };
    }
  | { readonly type: 'input_audio_buffer.append'; readonly audio: string }
  | { readonly type: 'input_audio_buffer.commit' | 'input_audio_buffer.clear' }
  | { readonly type: 'response.create' | 'response.cancel' }
  | { readonly type: 'conversation.item.delete'; readonly item_id: string }
  | {
      readonly type: 'conversation.item.truncate';
      readonly item_id: string;
      readonly content_index: number;
      readonly audio_end_ms: number;
    }
  | {
      readonly type: 'conversation.item.create';
      readonly item:
        | {
            readonly type: 'message';
            readonly role: 'user' | 'system';
            readonly content: { readonly type: 'input_text'; readonly text: string }[];
          }
        | {
            readonly type: 'function_call_output';
            readonly call_id: string;
            readonly output: string;
          };
    };
