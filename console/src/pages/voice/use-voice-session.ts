import { useCallback, useEffect, useReducer, useRef, useState } from 'react';
import { explainError } from '../../components/explain-error.ts';
import { useApi } from '../../session/use-session.ts';
import { MicrophoneFailure } from './open-microphone.ts';
import { openVoiceSession, type VoiceSession } from './open-voice-session.ts';
import { evolveVoice, noSession } from './voice-state.ts';

const wordsFor = (error: unknown): string => {
  if (error instanceof MicrophoneFailure) return error.message;
  const { title, text } = explainError(error);
  return `${title}: ${text}`;
};

/** One voice session at a time: begins it, mutes it and ends it, also when the person leaves the page. */
export const useVoiceSession = (conversationId: string | undefined) => {
  const api = useApi();
  const [state, dispatch] = useReducer(evolveVoice, { ...noSession, conversationId });
  const [isMuted, setMuted] = useState(false);
  const session = useRef<VoiceSession>(undefined);
  const hasLeft = useRef(false);
  useEffect(() => {
    hasLeft.current = false;
    return () => {
      hasLeft.current = true;
      session.current?.end();
    };
  }, []);
  const begin = useCallback(async (): Promise<void> => {
    dispatch({ kind: 'began' });
    setMuted(false);
    try {
      const opened = await openVoiceSession({
        api,
        conversationId: state.conversationId,
        onFrame: (frame) => dispatch({ kind: 'received', frame }),
        onClose: () => dispatch({ kind: 'closed' }),
      });
      session.current = opened;
      // The person left while the browser asked about the microphone.
      if (hasLeft.current) opened.end();
    } catch (error) {
      dispatch({ kind: 'failed', message: wordsFor(error) });
    }
  }, [api, state.conversationId]);
  return {
    state,
    isMuted,
    begin,
    mute: (muted: boolean) => {
      session.current?.mute(muted);
      setMuted(muted);
    },
    end: () => {
      dispatch({ kind: 'received', frame: { type: 'session.ended', because: 'left' } });
      session.current?.end();
    },
  };
};
