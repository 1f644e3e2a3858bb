import { z } from 'zod';
import { readJsonLines } from '../read-json-lines.ts';

/**
 * The place of a required sentence, without the sentence: its file and page, a locator for a person, its first and last
 * words (six at most), and its length.
 */
const sentencePlaceSchema = z.strictObject({
  file: z.string().min(1),
  /** 1-based. */
  page: z.int().min(1),
  at: z.string().min(1).max(80),
  begins: z.string().min(1),
  ends: z.string().min(1),
  /** Characters from the first words through the last, without blanks and markup. */
  length: z.int().min(1),
});
export type SentencePlace = z.output<typeof sentencePlaceSchema>;

const requiredWarningsSchema = z
  .strictObject({
    /** A labelled question. */
    id: z.string().min(1),
    /** Each need is required; any one of its sentences satisfies it. */
    needs: z.array(z.array(sentencePlaceSchema).min(1)).min(1),
  })
  .refine(
    ({ needs }) =>
      needs.flat().every(({ begins, ends }) => `${begins} ${ends}`.trim().split(/\s+/).length <= 6),
    'quotes more than six words',
  );
export type RequiredWarnings = z.output<typeof requiredWarningsSchema>;

/** The letters, digits and comparison signs of a text: layouts differ in the rest, and footnote marks vary. */
export const packed = (text: string): string =>
  text.toLowerCase().replace(/[^\p{L}\p{N}<>≤≥%]|[\u2460-\u24ff\u2776-\u2793]/gu, '');

/** Share by which a stretch may be longer or shorter, because footnote marks vary. */
const tolerance = 0.15;

/** Whether a text contains the sentence from its beginning to its end. */
export const showsSentence = (
  text: string,
  { begins, ends, length }: Omit<SentencePlace, 'page' | 'at'>,
): boolean => {
  const within = packed(text);
  const [first, last] = [packed(begins), packed(ends)];
  const longest = Math.ceil(length * (1 + tolerance)) + 2;
  const shortest = Math.floor(length * (1 - tolerance)) - 2;
  for (let at = within.indexOf(first); at >= 0; at = within.indexOf(first, at + 1)) {
    const stretch = within.slice(at, at + longest);
    const end = stretch.lastIndexOf(last);
    if (end >= 0 && end + last.length >= shortest) return true;
  }
  return false;
};

/** The parts of an answer in which warnings are sought. */
type WarningAnswer = {
  readonly citations: readonly { readonly fileName: string; readonly excerpt: string }[];
  readonly warnings: readonly string[];
};

/** The needs of a question that its answer shows neither as a quotation nor as a warning. */
export const missingWarnings = (
  { citations, warnings }: WarningAnswer,
  { needs }: RequiredWarnings,
): readonly (readonly SentencePlace[])[] =>
  needs.filter(
    (places) =>
      !places.some((place) =>
        [
          ...citations.filter(({ fileName }) => fileName === place.file).map(({ excerpt }) => excerpt),
          ...warnings,
        ].some((text) => showsSentence(text, place)),
      ),
  );

/**
 * Reads the required warnings, by question.
 *
 * @throws Error that names the invalid line
 */
export const readRequiredWarnings = async (path: string): Promise<ReadonlyMap<string, RequiredWarnings>> => {
  const all = await readJsonLines(path, requiredWarningsSchema, 'a reference to required warnings');
  return new Map(all.map((one) => [one.id, one]));
};
