const place = String.raw`(?:tables?|figs?\.?|figures?|box(?:es)?|appendix|appendices|chapters?|sections?|pages?|refs?\.|references?|protocols?|policy|policies)`;
const numbers = String.raw`[\dA-Z](?:[\d.]|[A-Z]\b){0,6}(?:\s?(?:[,;&–-]|and)\s?\d[\d.]{0,6}){0,8}`;
/** The name of a section of a drug label, before its number in brackets: "Warnings and Precautions (5.2)". */
const labelSection = String.raw`\p{Lu}[\p{L}, ]{2,60}\(\d{1,2}(?:\.\d{1,2})?(?:, ?\d{1,2}(?:\.\d{1,2})?){0,6}\)`;
const reference = new RegExp(
  String.raw`[([](?:(?:see|refer to) )?(?:also )?(?:${place} ?${numbers}|see (?:also )?${labelSection}(?:(?:,| and|, and) ${labelSection}){0,4})[)\]]`,
  'giu',
);

/**
 * A text without its references to other places, such as "(ref. 2)", "(see Table 3)" and "[see Warnings and Precautions
 * (5.2)]": they say where to read on, and nothing about a patient.
 */
export const withoutReferences = (text: string): string => text.replace(reference, ' ');
