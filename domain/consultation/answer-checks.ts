import { z } from 'zod';

/** Far above the few dozen sentences of a model's answer. */
const MAX_SENTENCES = 200;

const judgedSentences = z
  .array(z.strictObject({ sentence: z.string().max(4000), because: z.string().max(500) }))
  .max(MAX_SENTENCES);

/** The result of checking a model's answer against its sources. */
export const answerChecksSchema = z.strictObject({
  /** Removed because no source supports them. */
  struck: judgedSentences,
  /** Kept with a remark, because removing them would have been misleading. */
  marked: judgedSentences,
  /** Citation numbers in the answer that match no source. */
  invented: z.array(z.int()).max(MAX_SENTENCES),
  /** Contradictions between the sources, one sentence each. */
  contradictions: z.array(z.string().max(1000)).max(50),
});
export type AnswerChecks = z.output<typeof answerChecksSchema>;

/** Nothing to report. */
export const noChecks: AnswerChecks = { struck: [], marked: [], invented: [], contradictions: [] };
