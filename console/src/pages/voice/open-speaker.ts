import { decodePcm, SPEECH_RATE } from './pcm.ts';

/** What a person heard of an utterance before it was interrupted. */
export type Heard = { readonly itemId: string; readonly milliseconds: number };

/** Plays the model's speech piece by piece, without gaps. */
export const openSpeaker = () => {
  const context = new AudioContext();
  const playing = new Set<AudioBufferSourceNode>();
  let itemId = '';
  /** When the current utterance began, and when what is queued ends, in seconds of the context. */
  let began = 0;
  let queuedUntil = 0;
  return {
    play: (item: string, audio: string): void => {
      const samples = decodePcm(audio);
      if (samples.length === 0) return;
      const buffer = context.createBuffer(1, samples.length, SPEECH_RATE);
      buffer.copyToChannel(samples, 0);
      const source = new AudioBufferSourceNode(context, { buffer });
      source.connect(context.destination);
      const at = Math.max(context.currentTime, queuedUntil);
      if (item !== itemId) {
        itemId = item;
        began = at;
      }
      queuedUntil = at + buffer.duration;
      source.onended = () => playing.delete(source);
      playing.add(source);
      source.start(at);
    },
    /** Falls silent; returns what was heard of an utterance that had not ended. */
    stop: (): Heard | undefined => {
      if (playing.size === 0) return undefined;
      for (const source of playing) source.stop();
      playing.clear();
      queuedUntil = 0;
      return { itemId, milliseconds: Math.max(0, Math.round((context.currentTime - began) * 1000)) };
    },
    close: (): void => {
      void context.close();
    },
  };
};
