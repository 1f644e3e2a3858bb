import type { Chunk } from './chunk.ts';
import type { Figure } from './figure.ts';

/** Letters and digits only: cleaning changes blanks, marks and line ends. */
const bare = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

/** A word for a figure and its number, as captions and references write it: "Figure 3-1", "Fig. 2". */
const reference =
  /\b(?:figures?|figs?\.?|diagram|chart|exhibit|illustration|algorithm)\s{0,3}(?:no\.?\s?)?(\d{1,3}(?:[.-]\d{1,3})?[A-Za-z]?)\b/giu;

const referencesIn = (text: string): ReadonlySet<string> =>
  new Set(Array.from(text.matchAll(reference), ([, label = '']) => label.toLowerCase()));

/** Part of a passage from which on it is the text of a flow chart. */
const mostlyChart = 0.3;

type Numbered = {
  readonly number: number;
  readonly figure: Figure;
  readonly anchors: readonly string[];
  readonly caption: string;
  /** By which others refer to it. */
  readonly label: string | undefined;
};

const numbered = (figure: Figure, index: number): Numbered => ({
  number: index + 1,
  figure,
  anchors: figure.anchors.map(bare).filter((anchor) => anchor !== ''),
  caption: bare(figure.caption ?? ''),
  label: [...referencesIn((figure.caption ?? '').slice(0, 60))][0],
});

/** How many letters of a text on the page of a figure are the figure's; `undefined` where it does not belong to it. */
const lettersOf = ({ anchors, caption }: Numbered, text: string): number | undefined => {
  if (anchors.length === 0 && caption === '') return text.length;
  const within = anchors.filter((anchor) => text.includes(anchor));
  if (within.length > 0) return within.reduce((sum, anchor) => sum + anchor.length, 0);
  return caption !== '' && text.includes(caption) ? 0 : undefined;
};

/** Of figures with one label, as each chapter may have, that which is nearest. */
const referredTo = (
  labels: ReadonlySet<string>,
  figures: readonly Numbered[],
  page: number,
): readonly number[] =>
  [...labels].flatMap((label) => {
    const [nearest] = figures
      .filter((one) => one.label === label)
      .sort((one, other) => Math.abs(one.figure.page - page) - Math.abs(other.figure.page - page));
    return nearest === undefined ? [] : [nearest.number];
  });

/**
 * Tells the chunks of a document which of its figures they have: those that stand within them, by page and by the text in
 * and beside them, and those that they caption or refer to by number. One that is mostly the text of a flow chart is marked.
 */
export const figuresOfChunks = (chunks: readonly Chunk[], figures: readonly Figure[]): readonly Chunk[] => {
  if (figures.length === 0) return chunks;
  const all = figures.map(numbered);
  return chunks.map((chunk): Chunk => {
    const text = bare(chunk.text);
    const onPages = all
      .filter(({ figure: { page } }) => page >= chunk.firstPage && page <= chunk.lastPage)
      .flatMap((one) => {
        const letters = lettersOf(one, text);
        return letters === undefined ? [] : [{ one, letters }];
      });
    const numbers = [
      ...new Set([
        ...onPages.map(({ one }) => one.number),
        ...referredTo(referencesIn(chunk.text), all, chunk.firstPage),
      ]),
    ].sort((one, other) => one - other);
    if (numbers.length === 0) return chunk;
    const isChart = onPages.some(
      ({ one, letters }) =>
        one.figure.kind === 'flow_chart' && letters >= mostlyChart * Math.max(1, text.length),
    );
    return { ...chunk, figures: numbers, ...(isChart ? { flowChart: true as const } : {}) };
  });
};
