/** Compares quotations with their document, regardless of joined or wrapped lines. */

const letters = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}<>≤≥%]+/gu, '');

const cutMark = /\[…[^\]]*\]/;
const tableRule = /^\|[\s:|-]+\|?$/;
/** A bracketed line is a note of the answer, `[1] …` the heading of a citation. */
const isNote = (line: string): boolean => /^\[(?!…)/.test(line);

/** The quotations of one citation in an answer, piece by piece: the line that names the place, and the quoted lines. */
export const piecesOf = (answer: string, n = 1): readonly (readonly string[])[] =>
  answer
    .split('\n\n')
    .filter((piece) => piece.startsWith(`[${n}] `))
    .map((piece) => piece.split('\n'));

/**
 * The places where two quoted lines are adjacent that are not adjacent in the document, without a mark. The line that
 * names the place counts as the first where it ends in a heading of the document. Table rows are marked in their own
 * way.
 *
 * @param source the whole document
 * @param headings its headings: a piece below one begins with the text directly below it, or with a mark
 * @returns for each place the line before which something is missing
 */
export const unmarkedCuts = (
  source: string,
  pieces: readonly (readonly string[])[],
  headings: readonly string[] = [],
): readonly string[] => {
  const stream = letters(source);
  return pieces.flatMap(([place = '', ...lines]) => {
    const cuts: string[] = [];
    const heading = headings.find((one) => letters(place).endsWith(`${letters(one)}`));
    /** The text shown since the last mark, as far as it is contiguous in the document. */
    let together = heading === undefined ? '' : letters(heading);
    for (const line of lines) {
      if (isNote(line) || tableRule.test(line)) continue;
      const key = letters(line.replace(cutMark, ''));
      if (!stream.includes(together + key)) cuts.push(line);
      together = cutMark.test(line) || !stream.includes(together + key) ? '' : together + key;
    }
    return cuts;
  });
};
