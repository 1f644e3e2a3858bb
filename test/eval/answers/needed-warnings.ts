import { z } from 'zod';
import { readJsonLines } from '../read-json-lines.ts';

/**
The place of a sentence that an answer must show, without the sentence: its file and page, a locator for a person, how
 * it begins and ends (six words at most), and how long it is.
 */
const sentencePlaceSchema = z.strictObject({
  file: z.string().min(1),
  /** 1-based. */
  page: z.int().min(1),
  at: z.string().min(1).max(80),
  begins: z.string().min(1),
  ends: z.string().min(1),
  /** Characters from the beginning through the end, without blanks and marks. */
  length: z.int().min(1),
});
export type SentencePlace = z.output<typeof sentencePlaceSchema>;

const neededWarningsSchema = z
  .strictObject({
    /** A labelled question. */
    id: z.string().min(1),
    /** Each is needed; where several sentences say it, one of them. */
    needs: z.array(z.array(sentencePlaceSchema).min(1)).min(1),
  })
  .refine(
    ({ needs }) =>
      needs.flat().every(({ begins, ends }) => `${begins} ${ends}`.trim().split(/\s+/).length <= 6),
    'quotes more than six words',
  );
export type NeededWarnings = z.output<typeof neededWarningsSchema>;

/** A text by its letters, digits and comparisons: layouts differ in the rest, and marks of notes come and go. */
export const packed = (text: string): string =>
  text.toLowerCase().replace(/[^\p{L}\p{N}<>≤≥%]|[\u2460-\u24ff\u2776-\u2793]/gu, '');

/** Share by which a stretch may be longer or shorter: marks of notes come and go. */
const tolerance = 0.15;

/** Whether a text shows the sentence from its beginning to its end. */
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

/** An answer as far as what it warns of is judged. */
type WarningAnswer = {
  readonly citations: readonly { readonly fileName: string; readonly excerpt: string }[];
  readonly warnings: readonly string[];
};

/** The needs of a question that its answer shows nowhere, neither quoted nor as a warning. */
export const missingWarnings = (
  { citations, warnings }: WarningAnswer,
  { needs }: NeededWarnings,
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
 * Reads what is needed, by question.
 *
 * @throws Error that names the line that is not right
 */
export const readNeededWarnings = async (path: string): Promise<ReadonlyMap<string, NeededWarnings>> => {
  const all = await readJsonLines(path, neededWarningsSchema, 'a reference to needed warnings');
  return new Map(all.map((one) => [one.id, one]));
};
