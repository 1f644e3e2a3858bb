/** A word piece as a model gives it, and what it takes it for. */
type WordPiece = { readonly word: string; readonly entity: string; readonly score: number };

/** A word piece at its place in the text. UTF-16 offsets, end exclusive. */
export type PlacedPiece = WordPiece & { readonly start: number; readonly end: number };

/** Marks that tokenizers put before pieces: inside a word (WordPiece), after a blank (SentencePiece, byte-level BPE). */
const pieceMark = /^(?:##|[▁Ġ\s])+/u;
/** How far on the next piece can be: blanks, and pieces that are not in the vocabulary. */
const reach = 120;

/**
 * Finds the pieces of a text in it, in order: the models of transformers.js return no offsets. Takes all pieces, also
 * those without a label; one that is not in the text verbatim (an unknown word, a letter without its accent) is left
 * out, and its neighbours are found all the same.
 */
export const alignWordPieces = (text: string, pieces: readonly WordPiece[]): readonly PlacedPiece[] => {
  const lower = text.toLowerCase();
  // Letters whose lower case has another length would shift everything behind them.
  const searched = lower.length === text.length ? lower : text;
  const placed: PlacedPiece[] = [];
  let from = 0;
  for (const piece of pieces) {
    const word = piece.word.replace(pieceMark, '');
    if (word === '') continue;
    const start = searched.slice(from, from + reach + word.length).indexOf(word.toLowerCase());
    if (start < 0) continue;
    placed.push({ ...piece, start: from + start, end: from + start + word.length });
    from += start + word.length;
  }
  return placed;
};
