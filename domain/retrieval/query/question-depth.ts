import type { QueryEntities } from './query-entities.ts';
import type { QueryIntent } from './query-intent.ts';

/** Whether a fact is looked up, or a case or a choice thought through (semantic search, "Query Enhancement"). */
export const questionDepths = ['quick_lookup', 'deep_analysis'] as const;
export type QuestionDepth = (typeof questionDepths)[number];

/** Words from which on a question describes rather than looks something up. */
const longFrom = 25;
/** Things of medicine from which on a question weighs several against one another. */
const manyFrom = 4;

const weighs =
  /\b(?:why|explain\w*|versus|compar(?:e|ed|ison|ing)|pros and cons|trade-?offs?|risks? and benefits?|evidence (?:for|on|behind)|rationale|mechanisms?|pathophysiolog\w*|discuss\w*|in depth|in detail|overview|analy[sz]e|analysis|approach to|strategy|strategies|best (?:approach|option|choice))\b/;

/**
 * Distinguishes a quick look-up from a deep analysis, by what is asked for, how long it is put and how much it names.
 * Has no effect on what is found.
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
