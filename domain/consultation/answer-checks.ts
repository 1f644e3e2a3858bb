import { z } from 'zod';

/** Sentences of one answer: a model's answer has some dozens. */
const MAX_SENTENCES = 200;

const judgedSentences = z
  .array(z.strictObject({ sentence: z.string().max(4000), because: z.string().max(500) }))
  .max(MAX_SENTENCES);

/** What the comparison of a model's words with their sources came to. */
export const answerChecksSchema = z.strictObject({
  /** Left out, since no source says so. */
  struck: judgedSentences,
  /** Kept with a remark, where leaving them out would have misled. */
  marked: judgedSentences,
  /** Numbers that it cited and was not given. */
  invented: z.array(z.int()).max(MAX_SENTENCES),
  /** What the sources say differently, a sentence each. */
  contradictions: z.array(z.string().max(1000)).max(50),
});
export type AnswerChecks = z.output<typeof answerChecksSchema>;

/** Nothing to report. */
export const noChecks: AnswerChecks = { struck: [], marked: [], invented: [], contradictions: [] };
