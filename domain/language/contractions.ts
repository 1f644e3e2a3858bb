/** Contractions with their full forms; most are as often typed without the apostrophe. */
const contractions: readonly (readonly [form: RegExp, meaning: string])[] = [
  [/\b(c)an'?t\b/gi, '$1annot'],
  [/\b(w)on't\b/gi, '$1ill not'],
  [/\b(do|does|did|is|are|was|were|has|have|had|would|could|should|must|might)n'?t\b/gi, '$1 not'],
  [/\b(what|who|where|when|how|why|that|there|here|it|he|she)'s\b/gi, '$1 is'],
  [/\b(what|where|how|who)s\b/gi, '$1 is'],
  [/\b(i)'m\b/gi, '$1 am'],
  // "im" is a route of administration, except where people say what they do.
  [/^(i)m (?=\w{2,20}ing\b|on scene|with a|not\b|unsure|unable|about to|at the)/gi, '$1 am '],
  [/\b(you|we|they|who|what|there)'re\b/gi, '$1 are'],
  [/\b(i|you|we|they|who|should|could|would)'ve\b/gi, '$1 have'],
  [/\b(i|you|he|she|we|they|it|that|what|who)'ll\b/gi, '$1 will'],
  [/\b(i|you|he|she|we|they|it|who)'d\b/gi, '$1 would'],
];

/**
 * Writes out contractions, so that none is read as an abbreviation: "I'm" is not IM, "I'd" not ID, "can't" becomes
 * "cannot". The possessive ("pt's") stays.
 */
export const writeOutContractions = (text: string): string =>
  contractions.reduce(
    (written, [form, meaning]) => written.replace(form, meaning),
    text.replace(/[\u2018\u2019\u02bc\u0060\u00b4]/g, "'"),
  );
