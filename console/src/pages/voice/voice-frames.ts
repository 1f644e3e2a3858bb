import { z } from 'zod/mini';

const id = z.string();

/** The messages of a voice session that the page acts on; docs/http.md lists them all. */
const frame = z.discriminatedUnion('type', [
  z.object({ type: z.literal('session.ready'), conversationId: id }),
  z.object({ type: z.literal('input_audio_buffer.speech_started') }),
  z.object({ type: z.literal('input_audio_buffer.speech_stopped') }),
  z.object({
    type: z.literal('conversation.item.input_audio_transcription.completed'),
    item_id: id,
    transcript: z.string(),
  }),
  z.object({ type: z.literal('response.created') }),
  z.object({ type: z.literal('response.done') }),
  z.object({ type: z.literal('response.output_audio.delta'), item_id: id, delta: z.string() }),
  z.object({ type: z.literal('response.output_audio_transcript.done'), item_id: id, transcript: z.string() }),
  z.object({ type: z.literal('answer_held_back'), message: z.string() }),
  z.object({ type: z.literal('question'), queryId: id, status: z.string() }),
  z.object({ type: z.literal('error'), error: z.object({ message: z.string() }) }),
  z.object({ type: z.literal('session.ended'), because: z.string() }),
]);
export type VoiceFrame = z.output<typeof frame>;

/** Reads a message of the server; undefined for one that the page does not need. */
export const readVoiceFrame = (text: string): VoiceFrame | undefined => {
  try {
    const read = frame.safeParse(JSON.parse(text));
    return read.success ? read.data : undefined;
  } catch {
    return undefined;
  }
};
