import { useEffect, useReducer } from 'react';
import {
  type AnswerState,
  askedQuestion,
  endOf,
  evolveAnswer,
} from '../../../../client/live/answer-state.ts';
import { useApi } from '../../session/use-session.ts';

/** What is known of a question that is being answered. */
export type QuestionProgress = {
  readonly answer: AnswerState;
  readonly hasEnded: boolean;
  /** Why it cannot be followed; it may still be answered. */
  readonly error: unknown;
};

type Change = Partial<QuestionProgress>;

const nothingOf = (queryId: string): QuestionProgress => ({
  answer: askedQuestion(queryId),
  hasEnded: false,
  error: undefined,
});

const next = (progress: QuestionProgress, change: Change): QuestionProgress => ({ ...progress, ...change });

type Followed = {
  readonly queryId: string;
  /** False once it has ended: then nothing is followed. */
  readonly isOpen: boolean;
  /** Where to begin, for a question that goes on after a clarification. */
  readonly after?: string | undefined;
  /** Called when it is answered, fails, is cancelled, or asks back. */
  readonly onEnd: () => void;
};

/** Follows a question while it is answered, through broken connections. */
export const useQuestionStream = ({ queryId, isOpen, after, onEnd }: Followed): QuestionProgress => {
  const api = useApi();
  const [progress, dispatch] = useReducer(next, queryId, nothingOf);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another function to call at the end is no reason to start over.
  useEffect(() => {
    if (!isOpen) return;
    const ending = new AbortController();
    dispatch(nothingOf(queryId));
    const follow = async (): Promise<void> => {
      let answer = askedQuestion(queryId);
      const stream = api.follow('/api/queries/{id}/stream', {
        path: { id: queryId },
        lastEventId: after,
        signal: ending.signal,
      });
      for await (const { event } of stream) {
        if (ending.signal.aborted) return;
        if (event === undefined) continue;
        answer = evolveAnswer(answer, event);
        const hasEnded = endOf(event) !== undefined;
        dispatch({ answer, hasEnded });
        if (!hasEnded) continue;
        // The page reads the answer itself, with the conversation.
        onEnd();
        return;
      }
    };
    follow().catch((error: unknown) => {
      if (!ending.signal.aborted) dispatch({ error });
    });
    return () => ending.abort();
  }, [api, queryId, isOpen, after]);
  return progress;
};
