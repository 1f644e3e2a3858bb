import type { TextSpan } from '../../clinical-text/text-span.ts';
import type { Chunk } from '../chunk.ts';
import type { CleanedDocument, PageSpan } from '../cleaned-document.ts';
import type { ChunkingPolicy } from './chunking-policy.ts';
import { classifyContent } from './classify-content.ts';
import { cutTable } from './cut-table.ts';
import { groupUnits } from './group-units.ts';
import { type Sizing, sizingFor, spanOf } from './sizing.ts';
import type { Measure } from './split-long-span.ts';
import type { TextUnit, UnitGroup } from './unit-group.ts';

/** A chunk under construction. `fresh` is the index of the first unit that the previous chunk does not hold. */
type Draft = {
  readonly units: readonly TextUnit[];
  readonly fresh: number;
  readonly sectionPath: readonly string[];
  readonly isTable: boolean;
  /** The lines that a part of a table repeats from above it; see `cut-table.ts`. */
  readonly lead?: string;
};

/** The last whole units of a chunk, which the next one repeats; they never begin inside a step or a line. */
const overlapOf = (units: readonly TextUnit[], { policy, sizeOf }: Sizing): readonly TextUnit[] => {
  let from = units.length;
  // Never the whole chunk: the next one must add something, and this one must stay worth keeping.
  while (from > 1 && sizeOf(units.slice(from - 1)) <= policy.overlap) from -= 1;
  while (units[from]?.isRest === true) from += 1;
  return units.slice(from);
};

/** Combines groups until the target is reached; breaks at sections and keeps each table separate. */
const draftChunks = (text: string, groups: readonly UnitGroup[], sizing: Sizing): readonly Draft[] => {
  const { policy, sizeOf } = sizing;
  const drafts: Draft[] = [];
  let units: TextUnit[] = [];
  let fresh = 0;
  let sectionPath: readonly string[] = [];
  const close = (overlaps: boolean): void => {
    if (units.length > fresh) drafts.push({ units, fresh, sectionPath, isTable: false });
    const repeated = overlaps ? overlapOf(units.slice(fresh), sizing) : [];
    units = [...repeated];
    fresh = repeated.length;
  };
  for (const group of groups) {
    const { table } = group;
    if (table !== undefined) {
      close(false);
      for (const part of cutTable(text, { ...group, table }, sizing))
        drafts.push({ ...part, fresh: 0, sectionPath: group.sectionPath });
      continue;
    }
    const size = sizeOf(units);
    const together = sizeOf([...units, ...group.units]);
    const hasEnough = size >= policy.minimum && units.length > fresh;
    const breaks = group.opensSection && policy.breaksAtHeadings && hasEnough;
    if (breaks) close(false);
    else if (together > policy.maximum || (together > policy.target && hasEnough)) close(true);
    // Drop the repeated sentences where they would push the chunk over its maximum.
    if (fresh > 0 && units.length === fresh && sizeOf([...units, ...group.units]) > policy.maximum) {
      units = [];
      fresh = 0;
    }
    if (units.length === fresh) sectionPath = group.sectionPath;
    units.push(...group.units);
  }
  close(false);
  return drafts;
};

/** Merges a chunk below the minimum into the previous one when both fit and neither is a table. */
const joinSmall = (drafts: readonly Draft[], { policy, sizeOf }: Sizing): readonly Draft[] => {
  const joined: Draft[] = [];
  for (const draft of drafts) {
    const before = joined.at(-1);
    const all = [...(before?.units ?? []), ...draft.units.slice(draft.fresh)];
    const fits =
      before !== undefined &&
      !before.isTable &&
      !draft.isTable &&
      sizeOf(draft.units) < policy.minimum &&
      sizeOf(all) <= policy.maximum;
    if (before !== undefined && fits) joined[joined.length - 1] = { ...before, units: all };
    else joined.push(draft);
  }
  return joined;
};

/**
 * The indexes of the first and last page that a span touches. The search begins at `from`, because spans come in order.
 */
const pagesOf = (pages: readonly PageSpan[], span: TextSpan, from: number): readonly [number, number] => {
  let first = from;
  while (first + 1 < pages.length && (pages[first]?.end ?? 0) <= span.start) first += 1;
  let last = first;
  while (last + 1 < pages.length && (pages[last + 1]?.start ?? 0) < span.end) last += 1;
  return [first, last];
};

/** The offsets at which pages after the first begin, and the lowest OCR confidence of the pages with text. */
const readingOf = (pages: readonly PageSpan[]): Pick<Chunk, 'pageBreaks' | 'ocrConfidence'> => {
  const confidences = pages.flatMap(({ start, end, ocrConfidence }) =>
    ocrConfidence === undefined || end === start ? [] : [ocrConfidence],
  );
  return {
    ...(pages.length > 1 ? { pageBreaks: pages.slice(1).map(({ start }) => start) } : {}),
    ...(confidences.length > 0 ? { ocrConfidence: Math.min(...confidences) } : {}),
  };
};

/**
 * Cuts a cleaned document into chunks according to a policy.
 *
 * - `text` is exactly the cleaned text from `start` to `end`. A table's text is preceded by a lead: the earlier lines
 *   that govern the table and, in a later part of a table too long for one chunk, the lines above it, the title of the
 *   current group of rows, and the table's head. So no row is without its columns or its patient group.
 * - Every character except white space is in some chunk, and the chunks are in order. A chunk may begin with the last
 *   sentences of the previous one.
 * - A heading is never the end of a chunk, unless the table or steps below it fill one alone; a table is a separate
 *   chunk with its heading, and is cut only when it does not fit; numbered steps stay together when they fit.
 * - No chunk exceeds the policy's maximum. A chunk is shorter than the minimum only next to a table or a list of steps
 *   that could not be joined, or at the end of the document.
 *
 * `countTokens` counts cl100k_base tokens. Linear in the length of the text. A document without text has no chunks.
 */
export const chunkDocument = (
  document: CleanedDocument,
  policy: ChunkingPolicy,
  countTokens: (text: string) => number,
): readonly Chunk[] => {
  const measure: Measure = policy.unit === 'tokens' ? countTokens : (text) => text.length;
  const sizing = sizingFor(document.text, policy, measure);
  const drafts = joinSmall(
    draftChunks(document.text, groupUnits(document.text, policy, measure), sizing),
    sizing,
  );
  let page = 0;
  return drafts.map((draft, index): Chunk => {
    const { start, end } = spanOf(draft.units);
    const text = (draft.lead ?? '') + document.text.slice(start, end);
    const [first, last] = pagesOf(document.pages, { start, end }, page);
    page = first;
    return {
      index,
      text,
      sectionPath: [...draft.sectionPath],
      contentType: classifyContent(text),
      isTable: draft.isTable,
      firstPage: document.pages[first]?.page ?? 1,
      lastPage: document.pages[last]?.page ?? 1,
      tokens: countTokens(text),
      start,
      end,
      ...readingOf(document.pages.slice(first, last + 1)),
    };
  });
};
