/** A word piece as returned by a model, with its label. */
type WordPiece = { readonly word: string; readonly entity: string; readonly score: number };

/** A word piece with its place in the text. */
export type PlacedPiece = WordPiece & { readonly start: number; readonly end: number };

/**
 * Prefixes that tokenizers put before pieces: inside a word (WordPiece), after a space (SentencePiece, byte-level BPE).
 */
const pieceMark = /^(?:##|[▁Ġ\s])+/u;
/** Maximum gap before the next piece: spaces, and pieces that are not in the vocabulary. */
const reach = 120;

/**
 * Locates the pieces of a text in order, because the models of transformers.js return no offsets. Pass all pieces,
 * including those without a label; a piece that does not occur verbatim (an unknown word, a letter without its accent)
 * is skipped without affecting its neighbours.
 */
export const alignWordPieces = (text: string, pieces: readonly WordPiece[]): readonly PlacedPiece[] => {
  const lower = text.toLowerCase();
  // Letters whose lower case differs in length would shift all later offsets.
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
