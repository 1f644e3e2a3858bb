import { useEffect, useReducer } from 'react';
import type { components, streams } from '../../../../client/api.generated.ts';
import { useApi } from '../../session/use-session.ts';

type Frames = streams['/api/queries/{id}/stream'];
type ToolActivity = components['schemas']['ToolActivity'];

/** What is known of a question that is being answered. */
export type QuestionProgress = {
  readonly steps: readonly Frames['progress'][];
  /** The text so far. It is not checked yet: the answer replaces it. */
  readonly draft: string;
  /** The tools at work for it. */
  readonly tools: readonly ToolActivity[];
  readonly hasEnded: boolean;
  /** Why it cannot be followed; it may still be answered. */
  readonly error: unknown;
};

const nothing: QuestionProgress = { steps: [], draft: '', tools: [], hasEnded: false, error: undefined };

type Change =
  | { readonly kind: 'start' }
  | { readonly kind: 'progress'; readonly data: Frames['progress'] }
  | { readonly kind: 'draft'; readonly data: Frames['draft'] }
  | { readonly kind: 'tool_activity'; readonly data: ToolActivity }
  | { readonly kind: 'end' }
  | { readonly kind: 'error'; readonly error: unknown };

const withProgress = (state: QuestionProgress, step: Frames['progress']): QuestionProgress => ({
  ...state,
  // A resumed stream may repeat the last step.
  steps: state.steps.some(({ stage, at }) => stage === step.stage && at === step.at)
    ? state.steps
    : [...state.steps, step],
  draft: step.stage === 'model_called' ? '' : state.draft,
});

const next = (state: QuestionProgress, change: Change): QuestionProgress => {
  switch (change.kind) {
    case 'start':
      return nothing;
    case 'progress':
      return withProgress(state, change.data);
    case 'draft':
      return { ...state, draft: state.draft.slice(0, change.data.from) + change.data.text };
    case 'tool_activity': {
      const others = state.tools.filter(({ toolCallId }) => toolCallId !== change.data.toolCallId);
      return { ...state, tools: [...others, change.data] };
    }
    case 'end':
      return { ...state, hasEnded: true };
    case 'error':
      return { ...state, error: change.error };
  }
};

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
  const [progress, dispatch] = useReducer(next, nothing);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another function to call at the end is no reason to start over.
  useEffect(() => {
    if (!isOpen) return;
    const ending = new AbortController();
    dispatch({ kind: 'start' });
    const follow = async (): Promise<void> => {
      const stream = api.follow('/api/queries/{id}/stream', {
        path: { id: queryId },
        lastEventId: after,
        signal: ending.signal,
      });
      for await (const { event } of stream) {
        if (ending.signal.aborted) return;
        if (event === undefined) continue;
        if (event.kind === 'progress' || event.kind === 'draft' || event.kind === 'tool_activity')
          dispatch(event);
        if (['answer', 'clarifying', 'failed', 'cancelled'].includes(event.name)) {
          dispatch({ kind: 'end' });
          onEnd();
          return;
        }
      }
    };
    follow().catch((error: unknown) => {
      if (!ending.signal.aborted) dispatch({ kind: 'error', error });
    });
    return () => ending.abort();
  }, [api, queryId, isOpen, after]);
  return progress;
};
