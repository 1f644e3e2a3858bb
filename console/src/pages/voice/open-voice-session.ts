import type { ApiClient } from '../../../../client/create-client.ts';
import { type Microphone, openMicrophone } from './open-microphone.ts';
import { openSpeaker } from './open-speaker.ts';
import { readVoiceFrame, type VoiceFrame } from './voice-frames.ts';

/** Bytes that may wait to be sent, four seconds of speech: more means that the connection is too slow for it. */
const MAX_WAITING = 256 * 1024;

/** A voice session of this page. */
export type VoiceSession = {
  readonly mute: (isMuted: boolean) => void;
  /** Ends it; the log keeps what was said. */
  readonly end: () => void;
};

type Options = {
  readonly api: ApiClient;
  /** Undefined for a new conversation. */
  readonly conversationId: string | undefined;
  readonly onFrame: (frame: VoiceFrame) => void;
  /** Called once, when the connection is over, whichever side ended it. */
  readonly onClose: () => void;
};

const pathOf = (conversationId: string | undefined): string =>
  conversationId === undefined
    ? '/api/voice'
    : `/api/voice?conversationId=${encodeURIComponent(conversationId)}`;

/** A page of the console itself has relative addresses; a WebSocket needs a whole one. */
const socketAddress = (address: string): string => {
  const url = new URL(address, window.location.href);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  return url.href;
};

/**
 * Opens the microphone and a voice session: sends speech as it is spoken, plays the model's, and falls silent when the
 * person begins to speak.
 *
 * @throws MicrophoneFailure if there is no microphone that this page may use
 */
export const openVoiceSession = async (options: Options): Promise<VoiceSession> => {
  const { api, conversationId, onFrame, onClose } = options;
  const speaker = openSpeaker();
  let socket: WebSocket | undefined;
  let microphone: Microphone | undefined;
  const send = (message: object): void => {
    if (socket?.readyState === WebSocket.OPEN && socket.bufferedAmount < MAX_WAITING)
      socket.send(JSON.stringify(message));
  };
  const release = (): void => {
    microphone?.close();
    speaker.close();
  };
  try {
    // First the microphone: a session that cannot hear the person is not worth opening.
    microphone = await openMicrophone((audio) => send({ type: 'input_audio_buffer.append', audio }));
    socket = new WebSocket(socketAddress(await api.addressOf(pathOf(conversationId))));
  } catch (error) {
    release();
    throw error;
  }
  const { mute } = microphone;
  const opened = socket;
  opened.onmessage = ({ data }: MessageEvent<unknown>) => {
    const frame = readVoiceFrame(String(data));
    if (frame === undefined) return;
    if (frame.type === 'response.output_audio.delta') return speaker.play(frame.item_id, frame.delta);
    if (frame.type === 'input_audio_buffer.speech_started') {
      const heard = speaker.stop();
      if (heard !== undefined)
        send({
          type: 'conversation.item.truncate',
          item_id: heard.itemId,
          content_index: 0,
          audio_end_ms: heard.milliseconds,
        });
    }
    onFrame(frame);
  };
  opened.onclose = () => {
    release();
    onClose();
  };
  return { mute, end: () => opened.close(1000) };
};
