import type { ConversationMessage, Exchange } from '../domain/consultation/query-transcript.ts';

/**
 * What was said in a conversation, from the log: nothing that a read model still has to take in is missing. Whoever asks
 * must have made sure that the conversation may be read. What is erased is not among exchanges.
 */
export type ConversationHistory = {
  /**
   * The last answered questions of a conversation before one of its queries, oldest first; none where the query is not in
   * it. Rejects with the log's Failure.
   */
  readonly lastExchanges: (
    conversationId: string,
    before: string,
    limit: number,
  ) => Promise<readonly Exchange[]>;
  /** The last messages of a conversation, oldest first, and whether there is PHI in them. */
  readonly lastMessages: (
    conversationId: string,
    limit: number,
  ) => Promise<{ readonly messages: readonly ConversationMessage[]; readonly phi: boolean }>;
};
