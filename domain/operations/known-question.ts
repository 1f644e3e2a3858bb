import { z } from 'zod';
import { docKeySchema } from '../kernel/identifiers.ts';
import { sensitiveText } from '../privacy/sensitive.ts';
import { KNOWN_QUESTIONS } from './rebuild-examination.ts';

/** A question of which it is known which document answers it. */
export type KnownQuestion = {
  readonly docKey: string;
  readonly question: string;
  /** It is the title of the document, since no question was set. */
  readonly isTitle?: boolean;
};

/** A question that an admin sets: words that are searched, and the document that must be found. */
const setQuestion = z.strictObject({
  question: sensitiveText(z.string().trim().min(3).max(300)),
  docKey: docKeySchema,
});

/** Those that an admin sets. */
export const selfCheckQuestionsSchema = z.array(setQuestion).min(1).max(KNOWN_QUESTIONS);
