import workletUrl from './microphone-worklet.ts?worker&url';
import { createResampler, encodePcm } from './pcm.ts';

/** Why the microphone cannot be used, in words for the person who wants to speak. */
export class MicrophoneFailure extends Error {}

const explain = (error: unknown): MicrophoneFailure => {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError')
    return new MicrophoneFailure(
      'The browser does not let this page use the microphone. Allow it next to the address of the page, then start again.',
    );
  if (name === 'NotFoundError')
    return new MicrophoneFailure('No microphone was found. Connect one, then start again.');
  return new MicrophoneFailure('The microphone could not be opened. Another program may be using it.');
};

/** A microphone in use. */
export type Microphone = {
  /** While muted, silence is sent, so that the server knows that the sentence is over. */
  readonly mute: (isMuted: boolean) => void;
  readonly close: () => void;
};

/**
 * Opens the microphone.
 *
 * @param onSpeech receives a tenth of a second of speech at a time, as base64 of PCM16 at 24 kHz
 * @throws MicrophoneFailure
 */
export const openMicrophone = async (onSpeech: (audio: string) => void): Promise<Microphone> => {
  // Browsers hide microphones from pages that came over an unprotected connection.
  const devices = window.isSecureContext ? navigator.mediaDevices : undefined;
  if (devices === undefined)
    throw new MicrophoneFailure('Speaking needs an encrypted connection: open this page with https://.');
  const stream = await devices
    .getUserMedia({ audio: { channelCount: 1, echoCancellation: true, noiseSuppression: true } })
    .catch((error: unknown) => {
      throw explain(error);
    });
  const [track] = stream.getAudioTracks();
  const context = new AudioContext();
  const close = (): void => {
    for (const one of stream.getTracks()) one.stop();
    void context.close();
  };
  try {
    await context.audioWorklet.addModule(workletUrl);
    const worklet = new AudioWorkletNode(context, 'microphone', { numberOfOutputs: 0 });
    const resample = createResampler(context.sampleRate);
    worklet.port.onmessage = ({ data }: MessageEvent<Float32Array>) => onSpeech(encodePcm(resample(data)));
    context.createMediaStreamSource(stream).connect(worklet);
  } catch (error) {
    close();
    throw explain(error);
  }
  return {
    mute: (isMuted) => {
      if (track !== undefined) track.enabled = !isMuted;
    },
    close,
  };
};
