import { z } from 'zod';
import type { Conversation } from '../../client/api.generated.ts';
import type { ApiClient } from '../../client/create-client.ts';
import { uuidSchema } from '../../domain/kernel/identifiers.ts';
import { hintWhenMissing } from '../api/api-failure.ts';
import { CliError } from '../cli-error.ts';

/** Where the id of a conversation is found. */
export const CONVERSATIONS_HINT =
  '"ask" prints the id of its conversation below the answer; --conversation last continues your most recent one.';

/** The value of `--conversation`. */
export const conversationOption = z
  .string()
  .refine(
    (text) => text === 'last' || uuidSchema.safeParse(text).success,
    'must be "last" or the id of a conversation',
  );

/** The caller's own most recent conversation, never one that is shared with them. */
const lastConversation = async (client: ApiClient): Promise<string> => {
  const { items } = await client.page('/api/conversations', { query: { mine: 'true', limit: 1 } });
  const [last] = items;
  if (last) return last.conversationId;
  throw new CliError('You have no conversation yet.', { hint: 'Ask without --conversation to start one.' });
};

/** The id of the conversation to continue. */
export const chooseConversation = (client: ApiClient, wished: string): Promise<string> =>
  wished === 'last' ? lastConversation(client) : Promise.resolve(wished);

/** The conversation to continue, with its clinical context. Access is recorded. */
export const openConversation = async (client: ApiClient, wished: string): Promise<Conversation> =>
  hintWhenMissing(
    CONVERSATIONS_HINT,
    client.get('/api/conversations/{id}', { path: { id: await chooseConversation(client, wished) } }),
  );
