import { z } from 'zod';
import { clinicalContextSchema } from '../../domain/consultation/clinical-context.ts';
import { uuidSchema } from '../../domain/kernel/identifiers.ts';
import { queryRepresentation } from './query-representation.ts';

const fields = {
  conversationId: uuidSchema,
  title: z.string().nullable(),
  clinicalContext: clinicalContextSchema.nullable(),
  startedAt: z.string(),
  startedBy: z.string(),
  owner: z.string().meta({ description: 'The person who owns it.' }),
  updatedAt: z.string(),
  queryCount: z.int(),
  revision: z.int(),
};

/** A conversation in a list. */
export const conversationRepresentation = z.object(fields).meta({ id: 'Conversation' });

const message = z
  .object({
    queryId: uuidSchema,
    role: z.enum(['user', 'assistant']),
    text: z.string(),
    at: z.string(),
  })
  .meta({ id: 'ConversationMessage' });

/** A conversation with a page of its questions, oldest first. */
export const conversationWithQueries = z
  .object({
    ...fields,
    queries: z.array(queryRepresentation).readonly(),
    lastMessages: z.array(message).readonly().meta({
      description:
        'The last ten messages, oldest first: questions, clarifying questions with their replies, answers. The current ones, whichever page was requested.',
    }),
  })
  .meta({ id: 'ConversationWithQueries' });
