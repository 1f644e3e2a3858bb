import { z } from 'zod';
import { counted } from '../kernel/counted.ts';
import { docKeySchema } from '../kernel/identifiers.ts';
import { sensitiveText } from '../privacy/sensitive.ts';

/** The number of known questions asked of an index before it takes over, if there are as many. */
export const KNOWN_QUESTIONS = 10;
/** The live index finds a document if it is among this many first results. */
export const FOUND_TOP_K = 5;
/** The new index keeps a document if it is among this many: a slightly different order is no loss. */
export const KEPT_TOP_K = 10;

/** The rank of a document from 1; null when it is not among the first `KEPT_TOP_K`. */
const rank = z.int().min(1).max(KEPT_TOP_K).nullable();

/** A question with a known answering document, and its rank in both indexes. */
const askedQuestionSchema = z.strictObject({
  docKey: docKeySchema,
  /** The question set by an admin; absent when the document's title was used, which is not stored here. */
  question: sensitiveText(z.string().min(1).max(300)).optional(),
  before: rank,
  after: rank,
});
export type AskedQuestion = z.output<typeof askedQuestionSchema>;

/** The result of comparing a new index with the live one. */
export const examinationSchema = z.strictObject({
  /** `not_made`: nothing could be compared, which does not block the takeover. */
  outcome: z.enum(['passed', 'lost', 'not_made']),
  /** Why it was not made, or any loss other than a question; free of PHI. */
  because: z.string().max(500).optional(),
  questions: z.array(askedQuestionSchema).max(2 * KNOWN_QUESTIONS),
  /** Passages without the vector that they should have, in both indexes. */
  lacking: z.strictObject({ before: z.int().min(0), after: z.int().min(0) }).optional(),
});
export type Examination = z.output<typeof examinationSchema>;

/** Whether the live index finds a document that the new one does not. */
export const losesDocument = ({ before, after }: Pick<AskedQuestion, 'before' | 'after'>): boolean =>
  before !== null && before <= FOUND_TOP_K && after === null;

/** The questions of an examination whose documents the new index no longer finds. */
export const lostQuestions = ({ questions }: Pick<Examination, 'questions'>): readonly AskedQuestion[] =>
  questions.filter(losesDocument);

type Compared = Pick<Examination, 'questions' | 'lacking'> & {
  /** Why the new index cannot be searched in full although the live one can. */
  readonly unable?: string | undefined;
};

/**
 * The rule: a new index waits for a person when, for at least one known question, its first ten results miss a document
 * that is among the first five of the live one; when more of its passages lack their vectors than of the live one's; or
 * when it cannot be searched in full and the live one can.
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

/** The losses of the new index, in a sentence for a person without any text of a document or question. */
export const describeLoss = (examination: Examination): string => {
  const lost = lostQuestions(examination).length;
  const asked = examination.questions.length;
  const questions =
    lost === 0
      ? undefined
      : `It does not find what the live one finds for ${lost} of ${counted(asked, 'known question')}.`;
  return [questions, examination.because].filter((part) => part !== undefined).join(' ');
};
