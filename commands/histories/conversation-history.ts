import { z } from 'zod';
import {
  conversationDecider,
  type PreviousQuestion,
} from '../../domain/consultation/conversation-decider.ts';
import { conversationContinued } from '../../domain/consultation/conversation-events.ts';
import type { QueryEvent } from '../../domain/consultation/query-events.ts';
import {
  appendToTranscript,
  type Exchange,
  emptyTranscript,
  type QueryTranscript,
} from '../../domain/consultation/query-transcript.ts';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import { streamIdOf } from '../../domain/kernel/identifiers.ts';
import { ERASED_TEXT } from '../../domain/privacy/sensitive.ts';
import type { Cache } from '../../ports/cache.ts';
import type { ConversationHistory } from '../../ports/conversation-history.ts';
import type { KeyVault } from '../../ports/key-vault.ts';
import type { SharedHistoryCache } from '../../ports/shared-history-cache.ts';
import type { CommandServices } from '../runtime/command-definition.ts';
import { loadState } from '../runtime/execute-decider.ts';

type Needs = Pick<CommandServices, 'eventStore' | 'states'> & {
  /** In the memory of this process. */
  readonly cache: Cache;
  /** Transcripts that other nodes have already read. */
  readonly shared?: SharedHistoryCache | undefined;
  readonly onDestroyed: KeyVault['onDestroyed'];
};

/** Orchestration, "Conversation Context": remembered until half an hour after its last use. */
const INACTIVITY_MS = 30 * 60_000;

const transcriptSchema: z.ZodType<QueryTranscript> = z.object({
  messages: z.array(
    z.object({
      queryId: z.string(),
      role: z.enum(['user', 'assistant']),
      text: z.string(),
      at: z.string(),
    }),
  ),
  question: z.string(),
  answer: z.string(),
  phi: z.boolean(),
  people: z.array(z.string()),
});

/**
 * The history of conversations, read from their streams and those of their queries. The transcript of an answered
 * query no longer changes, so it is cached in this process and, sealed, in the cache that nodes share. Everything
 * newer is read from the log, so nodes need not notify each other. When any key is destroyed, the caches are cleared
 * and reads in progress are not cached.
 */
export const createLogConversationHistory = ({
  eventStore,
  states,
  cache,
  shared,
  onDestroyed,
}: Needs): ConversationHistory & { readonly close: () => void } => {
  let destroyed = 0;
  const close = onDestroyed(() => {
    destroyed += 1;
  });

  const recall = async (key: string): Promise<QueryTranscript | undefined> => {
    if (!cache.staysInProcess) return undefined;
    const bytes = await cache.get(key);
    return bytes && transcriptSchema.parse(JSON.parse(new TextDecoder().decode(bytes)));
  };
  const remember = async (key: string, content: QueryTranscript): Promise<void> => {
    if (cache.staysInProcess)
      await cache.set(key, new TextEncoder().encode(JSON.stringify(content)), INACTIVITY_MS);
  };

  const recallShared = async (queryId: string): Promise<QueryTranscript | undefined> => {
    const text = await shared?.recall(queryId);
    return text === undefined ? undefined : transcriptSchema.parse(JSON.parse(text));
  };

  const transcriptOf = async (queryId: string): Promise<QueryTranscript> => {
    const key = `transcript ${queryId}`;
    const before = destroyed;
    const known = (await recall(key)) ?? (await recallShared(queryId));
    let content: QueryTranscript = known ?? emptyTranscript;
    let subject: string | undefined;
    if (!known)
      for await (const event of eventStore.readStream(streamIdOf('query', queryId))) {
        // The log validates each event against the schema of its type, and these streams hold queries.
        content = appendToTranscript(content, event as RecordedEvent as RecordedEvent<QueryEvent>);
        subject ??= event.metadata.subject;
      }
    // Each lookup is activity and extends the retention.
    if (content.answer !== undefined && destroyed === before) {
      await remember(key, content);
      if (subject !== undefined)
        await shared?.remember(queryId, subject, JSON.stringify(content), INACTIVITY_MS);
    }
    return content;
  };

  /** All questions of a conversation up to a given one; only the last of them when there are more than are kept. */
  const readQuestions = async (
    conversationId: string,
    before: string,
  ): Promise<readonly PreviousQuestion[]> => {
    const asked: PreviousQuestion[] = [];
    for await (const { type, data } of eventStore.readStream(streamIdOf('conversation', conversationId))) {
      if (type !== conversationContinued.type) continue;
      const question = conversationContinued.schema.parse(data);
      if (question.queryId === before) return asked;
      asked.push(question);
    }
    return [];
  };
  const lastQuestions = async (conversationId: string): Promise<readonly PreviousQuestion[]> => {
    const { state } = await loadState(
      { eventStore, ...(states === undefined ? {} : { states }) },
      conversationDecider,
      streamIdOf('conversation', conversationId),
    );
    return state.status === 'unknown' ? [] : state.questions;
  };
  const questionsBefore = async (
    conversationId: string,
    before: string,
    limit: number,
  ): Promise<readonly PreviousQuestion[]> => {
    const last = await lastQuestions(conversationId);
    const at = last.findIndex(({ queryId }) => queryId === before);
    const asked = at >= limit ? last.slice(0, at) : await readQuestions(conversationId, before);
    return asked.slice(-limit);
  };

  return {
    close,
    lastExchanges: async (conversationId, before, limit) => {
      const asked = await questionsBefore(conversationId, before, limit);
      const contents = await Promise.all(asked.map(({ queryId }) => transcriptOf(queryId)));
      return contents.flatMap(({ question, answer, phi, people }, at): readonly Exchange[] => {
        const queryId = asked[at]?.queryId;
        if (queryId === undefined || question === undefined || answer === undefined) return [];
        return answer === ERASED_TEXT ? [] : [{ queryId, question, answer, phi, people }];
      });
    },
    lastMessages: async (conversationId, limit) => {
      // Each question yields at least one message.
      const asked = (await lastQuestions(conversationId)).slice(-limit);
      const contents = await Promise.all(asked.map(({ queryId }) => transcriptOf(queryId)));
      return {
        messages: contents.flatMap(({ messages }) => messages).slice(-limit),
        phi: contents.some(({ phi }) => phi),
      };
    },
  };
};
