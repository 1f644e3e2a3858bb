import { z } from 'zod';
import { docKeySchema } from '../kernel/identifiers.ts';
import { sensitiveText } from '../privacy/sensitive.ts';
import { KNOWN_QUESTIONS } from './rebuild-examination.ts';

/** A question with a known answering document. */
export type KnownQuestion = {
  readonly docKey: string;
  readonly question: string;
  /** Whether the question is the title of the document, because none was set. */
  readonly isTitle?: boolean;
};

/** A question set by an admin: the words to search, and the document that must be found. */
const setQuestion = z.strictObject({
  question: sensitiveText(z.string().trim().min(3).max(300)),
  docKey: docKeySchema,
});

/** The questions set by an admin. */
export const selfCheckQuestionsSchema = z.array(setQuestion).min(1).max(KNOWN_QUESTIONS);
