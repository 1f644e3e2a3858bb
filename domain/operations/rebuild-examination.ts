import { z } from 'zod';
import { counted } from '../kernel/counted.ts';
import { docKeySchema } from '../kernel/identifiers.ts';
import { sensitiveText } from '../privacy/sensitive.ts';

/** As many known questions are asked of an index before it takes over, where there are this many. */
export const KNOWN_QUESTIONS = 10;
/** The live index finds a document that is among this many first results. */
export const FOUND_WITHIN = 5;
/** The new one keeps what is among this many: an order that changes a little is no loss. */
export const KEPT_WITHIN = 10;

/** Where a document is among the results, from 1; null where it is not among the first `KEPT_WITHIN`. */
const rank = z.int().min(1).max(KEPT_WITHIN).nullable();

/** A question of which it is known what document answers it, and where both indexes found that. */
const askedQuestionSchema = z.strictObject({
  docKey: docKeySchema,
  /** As an admin has set it; absent where the document was asked for by its title, which is not kept here. */
  question: sensitiveText(z.string().min(1).max(300)).optional(),
  before: rank,
  after: rank,
});
export type AskedQuestion = z.output<typeof askedQuestionSchema>;

/** What came of comparing a new index with the live one. */
export const examinationSchema = z.strictObject({
  /** `not_made`: nothing could be compared, which holds nothing up. */
  outcome: z.enum(['passed', 'lost', 'not_made']),
  /** Why it was not made, or what else was lost than a question; free of PHI. */
  because: z.string().max(500).optional(),
  questions: z.array(askedQuestionSchema).max(2 * KNOWN_QUESTIONS),
  /** Passages that lack the vector that they should have, in both. */
  lacking: z.strictObject({ before: z.int().min(0), after: z.int().min(0) }).optional(),
});
export type Examination = z.output<typeof examinationSchema>;

/** Whether the live index finds what the new one does not. */
export const isLost = ({ before, after }: Pick<AskedQuestion, 'before' | 'after'>): boolean =>
  before !== null && before <= FOUND_WITHIN && after === null;

/** Questions of an examination whose documents the new index does not find any more. */
export const lostQuestions = ({ questions }: Pick<Examination, 'questions'>): readonly AskedQuestion[] =>
  questions.filter(isLost);

type Compared = Pick<Examination, 'questions' | 'lacking'> & {
  /** Why the new index cannot be searched in full although the live one can. */
  readonly unable?: string | undefined;
};

/**
 * The rule: a new index waits for a person when it does not have among its first ten results what the live one has among
 * its first five, for one known question at least; when more of its passages lack their vectors than of the live one;
 * or when it cannot be searched in full and the live one can.
 */
export const judgeRebuild = ({ questions, lacking, unable }: Compared): Examination => {
  const compared = { questions, ...(lacking ? { lacking } : {}) };
  const worse = lacking && lacking.after > lacking.before ? lacking : undefined;
  const because = [
    unable,
    worse &&
      `${worse.after} of its passages lack their vectors, and ${worse.before} of those of the live one.`,
  ].filter((reason) => reason !== undefined);
  if (because.length > 0) return { outcome: 'lost', because: because.join(' ').slice(0, 500), ...compared };
  return { outcome: lostQuestions({ questions }).length > 0 ? 'lost' : 'passed', ...compared };
};

/** Nothing was compared. */
export const notExamined = (because: string): Examination => ({
  outcome: 'not_made',
  because: because.slice(0, 500),
  questions: [],
});

/** What the new index loses, in a sentence for a person that holds no text of a document or question. */
export const describeLoss = (examination: Examination): string => {
  const lost = lostQuestions(examination).length;
  const asked = examination.questions.length;
  const questions =
    lost === 0
      ? undefined
      : `It does not find what the live one finds for ${lost} of ${counted(asked, 'known question')}.`;
  return [questions, examination.because].filter((part) => part !== undefined).join(' ');
};
