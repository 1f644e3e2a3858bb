import type { ConversationMessage, Exchange } from '../domain/consultation/query-transcript.ts';

/**
 * The exchanges of a conversation, from the log, so that a lagging read model omits nothing. The caller must have
 * checked that the conversation may be read. Erased exchanges are left out.
 */
export type ConversationHistory = {
  /**
   * The last answered questions of a conversation before one of its queries, oldest first; none if the query is not
   * part of it. Rejects with the log's Failure.
   */
  readonly lastExchanges: (
    conversationId: string,
    before: string,
    limit: number,
  ) => Promise<readonly Exchange[]>;
  /** The last messages of a conversation, oldest first, and whether they contain PHI. */
  readonly lastMessages: (
    conversationId: string,
    limit: number,
  ) => Promise<{ readonly messages: readonly ConversationMessage[]; readonly phi: boolean }>;
};
