/** How a quotation of a document is compared with the document itself, whatever was joined or wrapped in between. */

const letters = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}<>≤≥%]+/gu, '');

const cutMark = /\[…[^\]]*\]/;
const tableRule = /^\|[\s:|-]+\|?$/;
/** A line in brackets is a note of the answer, `[1] …` the heading of a citation. */
const isNote = (line: string): boolean => /^\[(?!…)/.test(line);

/** Of an answer what is quoted of one citation, piece by piece: the line that names the place, and the quoted lines. */
export const piecesOf = (answer: string, n = 1): readonly (readonly string[])[] =>
  answer
    .split('\n\n')
    .filter((piece) => piece.startsWith(`[${n}] `))
    .map((piece) => piece.split('\n'));

/**
 * Where two quoted lines are beside each other that are not so in the document, and no mark says so. The line that names the
 * place counts as the first where it ends in a heading of the document. Rows of tables are marked in their own way.
 *
 * @param source all of the document
 * @param headings its headings: a piece below one begins with what is right below it, or with a mark
 * @returns for each the line that something is missing before
 */
export const silentCuts = (
  source: string,
  pieces: readonly (readonly string[])[],
  headings: readonly string[] = [],
): readonly string[] => {
  const stream = letters(source);
  return pieces.flatMap(([place = '', ...lines]) => {
    const cuts: string[] = [];
    const heading = headings.find((one) => letters(place).endsWith(`${letters(one)}`));
    /** What was shown since the last mark, as far as the document has it in one piece. */
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
