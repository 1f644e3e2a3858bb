import type { QueryEntities } from './query-entities.ts';
import type { QueryIntent } from './query-intent.ts';

/**
 * The depth of a question: a fact to look up, or a case or a choice to think through (semantic search, "Query
 * Enhancement").
 */
export const questionDepths = ['quick_lookup', 'deep_analysis'] as const;
export type QuestionDepth = (typeof questionDepths)[number];

/** The number of words from which a question describes rather than looks up. */
const longFrom = 25;
/** The number of drugs and conditions from which a question weighs them against one another. */
const manyFrom = 4;

const weighs =
  /\b(?:why|explain\w*|versus|compar(?:e|ed|ison|ing)|pros and cons|trade-?offs?|risks? and benefits?|evidence (?:for|on|behind)|rationale|mechanisms?|pathophysiolog\w*|discuss\w*|in depth|in detail|overview|analy[sz]e|analysis|approach to|strategy|strategies|best (?:approach|option|choice))\b/;

/**
 * Distinguishes a quick lookup from a deep analysis by the question's wording, length and number of entities. Does not
 * affect the results.
 *
 * @param text in lower case
 */
export const questionDepthOf = (
  text: string,
  {
    intent,
    entities: { drugs, conditions },
  }: { readonly intent: QueryIntent; readonly entities: QueryEntities },
): QuestionDepth => {
  const isDeep =
    intent === 'case_consultation' ||
    intent === 'differential_diagnosis' ||
    weighs.test(text) ||
    drugs.length + conditions.length >= manyFrom ||
    (text.match(/\S+/g)?.length ?? 0) >= longFrom ||
    text.split('?').length > 2;
  return isDeep ? 'deep_analysis' : 'quick_lookup';
};
