/** The words between "allergic to" or before "allergy" that may name a substance. */
const substance = String.raw`([\p{L}][\p{L}\d-]{2,30}(?: [\p{L}\d-]{3,20})?)`;
const allergicTo = new RegExp(
  String.raw`\b(?:allerg(?:ic|y|ies)|hypersensitiv(?:e|ity)) (?:to|of|with) (?:an? |the )?${substance}`,
  'giu',
);
const substanceAllergy = new RegExp(
  String.raw`(?<![\p{L}\d])${substance}[ -](?:allerg(?:y|ic)|hypersensitivity)(?! (?:reaction|to)s?\b)(?!\p{L})`,
  'giu',
);
/** "No known allergies" names none. */
const denied = /\b(?:no|not|nkda|denies|without)\b[^.,;]{0,20}$/i;
/** Words that stand before a substance and are no part of its name. */
const leading =
  /^(?:(?:with|has|have|having|and|or|known|severe|history|of|a|an|the|pt|patient|is|for|in|to|reported|prior|if) )+/i;
/** Words that follow a substance and are no part of its name. */
const trailing = / (?:and|or|with|who|what|can|is|dose|dosing|for|in|has|allergy)$/i;

/** The substances that a question says its patient is allergic to, as written. */
export const statedAllergiesIn = (question: string): readonly string[] => {
  const found = [...question.matchAll(allergicTo), ...question.matchAll(substanceAllergy)];
  const named = found.flatMap(({ 1: written = '', index }) => {
    if (denied.test(question.slice(0, index))) return [];
    const name = written.replace(leading, '').replace(trailing, '').trim();
    return name === '' ? [] : [name];
  });
  return [...new Set(named)];
};
