import { isRecord } from '../../domain/kernel/is-record.ts';

/**
 * The body of a command with the names of fields that the requirements use put under ours: a question may come as `query`.
 * Where both are given both stay, and the unknown one is refused.
 */
export const withOurFieldNames = (command: string, body: unknown): unknown => {
  if (command !== 'AskQuery' || !isRecord(body) || Object.hasOwn(body, 'question')) return body;
  if (!Object.hasOwn(body, 'query')) return body;
  const { query, ...rest } = body;
  return { ...rest, question: query };
};
