import { describe, expect, it } from 'vitest';
import { readVoiceFrame, type VoiceFrame } from '../../../../../console/src/pages/voice/voice-frames.ts';
import {
  evolveVoice,
  noSession,
  type VoiceState,
} from '../../../../../console/src/pages/voice/voice-state.ts';

const stateAfter = (
  frames: readonly VoiceFrame[],
  from: VoiceState = evolveVoice(noSession, { kind: 'began' }),
) => frames.reduce((state, frame) => evolveVoice(state, { kind: 'received', frame }), from);

const ready: VoiceFrame = { type: 'session.ready', conversationId: 'c1' };
const asked: VoiceFrame = { type: 'question', queryId: 'q1', status: 'pending' };
const answered: VoiceFrame = { type: 'question', queryId: 'q1', status: 'answered' };

describe('a voice session on the page', () => {
  it('follows who is active', () => {
    expect(stateAfter([ready]).activity).toBe('listening');
    expect(stateAfter([ready, { type: 'input_audio_buffer.speech_started' }]).activity).toBe('hearing');
    expect(stateAfter([ready, asked]).activity).toBe('asking');
    expect(stateAfter([ready, asked, answered]).activity).toBe('listening');
    expect(stateAfter([ready, { type: 'response.created' }]).activity).toBe('answering');
    expect(stateAfter([ready, asked, { type: 'response.created' }, { type: 'response.done' }]).activity).toBe(
      'asking',
    );
  });

  it('keeps what was said in order, and says what was not played', () => {
    const { said } = stateAfter([
      ready,
      {
        type: 'conversation.item.input_audio_transcription.completed',
        item_id: 'i1',
        transcript: 'Naloxone?',
      },
      { type: 'answer_held_back', message: 'An answer was not played.' },
      { type: 'response.output_audio_transcript.done', item_id: 'i2', transcript: '0.4 mg.' },
    ]);
    expect(said.map(({ speaker, text }) => `${speaker}: ${text}`)).toEqual([
      'person: Naloxone?',
      'notice: An answer was not played.',
      'model: 0.4 mg.',
    ]);
    expect(new Set(said.map(({ key }) => key)).size).toBe(3);
  });

  it('keeps a limited number of utterances', () => {
    const line: VoiceFrame = {
      type: 'response.output_audio_transcript.done',
      item_id: 'i',
      transcript: 'Yes.',
    };
    expect(stateAfter(Array.from({ length: 300 }, () => line)).said).toHaveLength(200);
  });

  it('reads the conversation again with each news of a question', () => {
    expect(stateAfter([ready, asked, answered]).news).toBe(2);
  });

  it('keeps the first reason for its end, and the conversation for the next session', () => {
    const ended = stateAfter([ready, { type: 'session.ended', because: 'idle' }]);
    const closed = evolveVoice(ended, { kind: 'closed' });
    expect(closed.because).toContain('nothing was said');
    expect(evolveVoice(closed, { kind: 'began' })).toMatchObject({
      phase: 'connecting',
      conversationId: 'c1',
    });
  });

  it('says that the connection was lost if the server did not end it', () => {
    expect(evolveVoice(stateAfter([ready]), { kind: 'closed' }).because).toContain('connection was lost');
  });

  it.each(['', 'no JSON', '[]', '{"type":"unknown"}', '{"type":"session.ready"}'])(
    'ignores a message that it does not need: %s',
    (text) => expect(readVoiceFrame(text)).toBeUndefined(),
  );
});
