/** The Levenshtein distance: the fewest insertions, deletions and replacements of characters between two texts. */
const editDistance = (one: string, other: string): number => {
  let previous = Uint32Array.from({ length: other.length + 1 }, (_, index) => index);
  let row = new Uint32Array(other.length + 1);
  for (let i = 1; i <= one.length; i += 1) {
    row[0] = i;
    const code = one.charCodeAt(i - 1);
    for (let j = 1; j <= other.length; j += 1) {
      const replaced = (previous[j - 1] ?? 0) + (code === other.charCodeAt(j - 1) ? 0 : 1);
      row[j] = Math.min(replaced, (previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1);
    }
    [previous, row] = [row, previous];
  }
  return previous[other.length] ?? 0;
};

const normalized = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Edits per character of the reference, with runs of white space counted as one space. */
export const characterErrorRate = (read: string, reference: string): number =>
  editDistance(normalized(read), normalized(reference)) / Math.max(1, normalized(reference).length);
