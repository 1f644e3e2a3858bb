import { stem } from 'stemr';

/** The closed classes of English words in the usual stop lists: pronouns, auxiliaries, prepositions, … */
const functionWords = new Set(
  `a about above after again against all am an and any are as at be because been before being below between both but by
  can cannot could did do does doing don down during each few for from further had has have having he her here hers
  herself him himself his how i if in into is it its itself just me more most my myself no nor not now of off on once
  only or other our ours ourselves out over own same s she should so some such t than that the their theirs them
  themselves then there these they this those through to too under until up very was we were what when where which
  while who whom why will with would you your yours yourself yourselves`.split(/\s+/),
);

/**
 * Index terms of a plain search engine: lower-case runs of letters and digits, without function words, by their Porter2
 * stem. It deliberately shares no code with the analysis of the product, so that a mistake there does not affect both
 * sides.
 */
export const plainTerms = (text: string): readonly string[] =>
  (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
    .filter((word) => !functionWords.has(word))
    .map((word) => stem(word));
