import { wordedUnitSource } from '../../clinical-text/unit-patterns.ts';

/** The kinds of answer that a question can ask for. */
export type ExpectedAnswer = 'amount' | 'permission' | 'place' | 'care';

/** Units that only occur with amounts. */
const ofAmounts: ReadonlySet<string> = new Set(['mcg', 'mg', 'mL', 'units', 'mEq', 'mmol', 'J']);

const wordings: readonly (readonly [ExpectedAnswer, RegExp])[] = [
  [
    'amount',
    new RegExp(
      String.raw`\b(?:dos(?:e|es|ing|age)|how (?:much|many|fast|quickly|often|long)|max(?:imum)?|total|repeats?|redose|often|amount|(?<!\b(?:heart|respiratory|breathing|resp|pulse) )rate|interval|concentration|titrat\w*|${wordedUnitSource(({ symbol }) => ofAmounts.has(symbol))})\b`,
    ),
  ],
  [
    'permission',
    /\b(?:(?:can|should|may|could) (?:i|we|you)|(?:must|should|may|can|shall) (?:(?:i|we|you|it|they) )?(?:not|never)|ok|okay|safe|contraindicat\w*|allowed|avoid|hold|withhold|limits?|cutoff)\b/,
  ],
  ['place', /\b(?:transport|where|destination|hospital)\b/],
  [
    'care',
    /\b(?:treat\w*|manag\w*|how to|steps?|what (?:do|next|now|else|should|if)|next|no response|fails?)\b/,
  ],
];

/**
 * Returns the kinds of answer that a question asks for; empty if it does not say.
 *
 * @param text in lower case
 */
export const expectedAnswers = (text: string): ReadonlySet<ExpectedAnswer> =>
  new Set(wordings.flatMap(([wanted, wording]) => (wording.test(text) ? [wanted] : [])));
