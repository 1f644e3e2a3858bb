import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { ApiClient } from '../create-client.ts';
import { type Answering, type AnswerView, createAnswering } from '../live/answering.ts';

/** What a page shows of a question, and what a person can do with it. */
export type AnswerPanel = AnswerView & Pick<Answering, 'ask' | 'clarify' | 'cancel'>;

/**
 * Asks questions and follows them while they are answered.
 *
 * @param queryId a question that was asked before, which is shown and, if it has not ended, followed
 */
export const useAnswer = (client: ApiClient, queryId?: string): AnswerPanel => {
  const answering = useMemo(() => createAnswering(client), [client]);
  const view = useSyncExternalStore(answering.subscribe, answering.state, answering.state);
  useEffect(() => {
    if (queryId !== undefined) void answering.open(queryId);
    return answering.leave;
  }, [answering, queryId]);
  const { ask, clarify, cancel } = answering;
  return { ...view, ask, clarify, cancel };
};
