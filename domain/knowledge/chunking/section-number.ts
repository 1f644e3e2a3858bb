/** The number of a section as its parts: 2.1 is `[2, 1]`. */
export type SectionNumber = readonly number[];

/** `5.3 Hypoglycemia`, `3. Recognition`, `12 CLINICAL PHARMACOLOGY`; not `10 mg` nor `24-hour care`. */
const numbered = /^(\d{1,2}(?:\.\d{1,2}){0,5})(?:[.:]?\s+|[.:])["“‘'(]?\p{Lu}/u;
/** `Chapter 3`, `Section 2: Dosing`: a number that the subsections continue. */
const labelled = /^(?:chapter|section)\s+(\d{1,2})\b/i;

/** A title without its number. */
export const withoutNumber = (title: string): string =>
  title.replace(/^(?:(?:chapter|section)\s+)?\d{1,2}(?:\.\d{1,2})*(?:[.:]?\s+|[.:])/i, '');

/** The number at the beginning of a title; `undefined` when there is none. */
export const sectionNumberOf = (title: string): SectionNumber | undefined => {
  const written = numbered.exec(title)?.[1] ?? labelled.exec(title)?.[1];
  return written?.split('.').map(Number);
};

/** The confidence lost for each number missing between two consecutive sections. */
const costOfMissing = 0.15;

/**
 * The confidence that section `next` directly follows section `last`: 1 for its first part or its successor, down to 0.
 */
const followingOf = (next: SectionNumber, last: SectionNumber): number => {
  const at = next.findIndex((part, index) => part !== last[index]);
  if (at < 0) return 0;
  const step = (next[at] ?? 0) - (last[at] ?? 0);
  // New levels begin with their first parts.
  const begins = next.slice(at + 1).every((part) => part <= 2);
  return step >= 1 && begins ? Math.max(0, 1 - costOfMissing * (step - 1)) : 0;
};

const isFirst = (number: SectionNumber): boolean => number.length <= 2 && number.every((part) => part <= 1);

/** The number of sections that a new count from one needs to be credible. */
const newCountCost = 2.5;
/** The number of preceding numbers searched for the predecessor of a number. */
const reach = 400;

/**
 * Returns the indexes of the numbers that are the document's section numbers: the longest plausible sequence. Other
 * numbers before headings are quantities, steps of a list or years. A count that restarts, as in each chapter of a
 * book, must be long enough.
 */
export const sequenceOf = (numbers: readonly SectionNumber[]): ReadonlySet<number> => {
  const best = numbers.map(() => ({ count: 0, before: -1 }));
  let end = -1;
  let longest = { count: 0, at: -1 };
  for (const [at, number] of numbers.entries()) {
    // Unless it is the first of a count, its predecessors are missing.
    let found = { count: isFirst(number) ? 1 : 0.4, before: -1 };
    for (let before = Math.max(0, at - reach); before < at; before += 1) {
      const last = numbers[before];
      const count = best[before]?.count ?? 0;
      // Skips most candidates cheaply.
      if (last === undefined || count + 1 <= found.count) continue;
      const gain = followingOf(number, last);
      if (gain > 0 && count + gain > found.count) found = { count: count + gain, before };
    }
    if (isFirst(number) && longest.count + 1 - newCountCost > found.count)
      found = { count: longest.count + 1 - newCountCost, before: longest.at };
    best[at] = found;
    if (found.count > longest.count) {
      longest = { count: found.count, at };
      end = at;
    }
  }
  const sequence = new Set<number>();
  for (let at = end; at >= 0; at = best[at]?.before ?? -1) sequence.add(at);
  return sequence.size >= 2 ? sequence : new Set();
};
