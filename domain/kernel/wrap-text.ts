/** Units as doses and measurements are written in protocols, also as the beginning of "mg/kg". */
const UNIT =
  /^(?:[mµ]?g|mcg|gm|grams?|kg|lbs?|[mµ]?l|meq|mmol|mmhg|units?|iu|j|joules?|ma|%|bpm|mm|cm|sec|min|hrs?|(?:second|minute|hour|day|week|month|year)s?)(?![\p{L}\d])/iu;

const BOUND = /(?:^|[(\s])[<>≤≥=±~]+$/u;

/** An amount without its unit, and a bound without its number, are misread: no line ends between them. */
const belongTogether = (word: string, next: string): boolean =>
  BOUND.test(word) ? /^\d/.test(next) : /\d$/.test(word) && UNIT.test(next);

/** The words of a line, with those in one piece that no line may part. Pieces stay short: they end with the unit. */
const piecesOf = (line: string): readonly string[] => {
  const pieces: string[] = [];
  let previous = '';
  for (const word of line.split(/\s+/).filter((part) => part !== '')) {
    if (belongTogether(previous, word)) pieces.push(`${pieces.pop()} ${word}`);
    else pieces.push(word);
    previous = word;
  }
  return pieces;
};

/**
 * Breaks lines at blanks so that they fit, each continued line indented like its beginning. An amount stays with its
 * unit, and a bound with its number.
 */
export const wrapText = (text: string, width: number, indent = ''): string =>
  text
    .split('\n')
    .flatMap((line) => {
      const lines: string[] = [];
      let current = '';
      for (const piece of piecesOf(line)) {
        if (current !== '' && indent.length + current.length + 1 + piece.length > width) {
          lines.push(indent + current);
          current = piece;
        } else current = current === '' ? piece : `${current} ${piece}`;
      }
      lines.push(current === '' ? '' : indent + current);
      return lines;
    })
    .join('\n');
