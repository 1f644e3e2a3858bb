import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ApiClient } from '../../../../client/create-client.ts';
import { useApi } from '../../session/use-session.ts';
import { type ContextForm, contextOf } from './context-form.ts';

const PAGE = 20;
/** The longest title that the server takes, in characters. */
const MAX_TITLE = 80;

/** A conversation with its questions, oldest first. */
export const useConversation = (conversationId: string | undefined) => {
  const api = useApi();
  const { data, ...rest } = useInfiniteQuery({
    queryKey: ['conversation', conversationId],
    enabled: conversationId !== undefined,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      api.getAnswer('/api/conversations/{id}', {
        path: { id: conversationId ?? '' },
        query: { limit: PAGE, cursor: pageParam },
        signal,
      }),
    getNextPageParam: ({ metadata }) => metadata.nextCursor,
  });
  return {
    ...rest,
    conversation: data?.pages[0]?.data,
    questions: data?.pages.flatMap((page) => page.data.queries) ?? [],
  };
};

type Asked = {
  readonly question: string;
  readonly conversationId: string | undefined;
  readonly context: ContextForm;
  /** Whether the context differs from what the conversation knows. */
  readonly isContextNew: boolean;
};

const titleOf = (question: string): string =>
  question.length > MAX_TITLE ? `${question.slice(0, MAX_TITLE - 1)}…` : question;

/** The conversation to ask in, which knows the context. */
const conversationFor = async (api: ApiClient, asked: Asked): Promise<string> => {
  const { question, conversationId, context, isContextNew } = asked;
  const clinicalContext = contextOf(context);
  if (conversationId === undefined) {
    const body = { title: titleOf(question), clinicalContext };
    return (await api.post('/api/commands/StartConversation', { body })).conversationId;
  }
  if (isContextNew)
    await api.post('/api/commands/SetClinicalContext', {
      body: { conversationId, clinicalContext: clinicalContext ?? {} },
    });
  return conversationId;
};

/** Asks a question, in a new conversation if there is none, and goes there. */
export const useAsk = () => {
  const api = useApi();
  const queries = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async (asked: Asked) => {
      const conversationId = await conversationFor(api, asked);
      const { queryId } = await api.post('/api/commands/AskQuery', {
        body: { question: asked.question, conversationId },
      });
      return { conversationId, queryId };
    },
    onSuccess: async ({ conversationId }) => {
      await Promise.all([
        queries.invalidateQueries({ queryKey: ['conversation', conversationId] }),
        queries.invalidateQueries({ queryKey: ['conversations'] }),
        navigate({ to: '/conversations/$conversationId', params: { conversationId } }),
      ]);
    },
  });
};
