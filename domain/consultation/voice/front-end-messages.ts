import { z } from 'zod';
import { uuidSchema } from '../../kernel/identifiers.ts';

/** Base64 of a quarter of a megabyte, five seconds of 24 kHz PCM; front ends send a tenth of a second at a time. */
const MAX_AUDIO = 350_000;
/** Maximum characters of typed input. */
const MAX_TYPED = 4000;

const itemId = z.string().min(1).max(128);

/**
 * The messages that a front end may send over the WebSocket of a voice session: the client events of the Realtime API
 * for speaking, listening and interrupting, and two messages of our own for tools. A front end sets neither
 * instructions nor tools, and provides no tool results.
 */
export const frontEndMessage = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('input_audio_buffer.append'), audio: z.base64().min(1).max(MAX_AUDIO) }),
  z.strictObject({ type: z.literal('input_audio_buffer.commit') }),
  z.strictObject({ type: z.literal('input_audio_buffer.clear') }),
  z.strictObject({ type: z.literal('text'), text: z.string().trim().min(1).max(MAX_TYPED) }),
  z.strictObject({ type: z.literal('response.create') }),
  z.strictObject({ type: z.literal('response.cancel') }),
  /** The part of the model's speech heard before an interruption. */
  z.strictObject({
    type: z.literal('conversation.item.truncate'),
    item_id: itemId,
    content_index: z.int().min(0).max(16),
    audio_end_ms: z.int().min(0).max(3_600_000),
  }),
  z.strictObject({ type: z.literal('tool_confirmation'), toolCallId: uuidSchema, approved: z.boolean() }),
  z.strictObject({ type: z.literal('tool_cancel'), toolCallId: uuidSchema }),
]);
export type FrontEndMessage = z.output<typeof frontEndMessage>;
