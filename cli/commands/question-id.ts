import { uuidSchema } from '../../domain/kernel/identifiers.ts';
import { usageError } from '../cli-error.ts';
import { plainLine } from '../plain-text.ts';

/** Where the id of a question is found. */
export const QUESTIONS_HINT =
  '"ask" prints the id of a question below its answer; "npx anamnesis queries log" lists recent ids.';

/** The id of a question, as typed. */
export const questionId = (typed: string): string => {
  const id = uuidSchema.safeParse(typed);
  if (id.success) return id.data;
  throw usageError(`"${plainLine(typed)}" is not the id of a question.`, QUESTIONS_HINT);
};
