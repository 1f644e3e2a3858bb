const smallWords: ReadonlySet<string> = new Set(
  `el la los las del al por para con sin una unos unas que se si no en y o es son hasta cada debe puede administre administrar dosis
  le les des du une et ou avec sans pour dans est sont ne pas il faut donner chez toutes
  der die das den dem ein eine einen und oder mit ohne bei nicht kein keine geben wird werden alle zur zum bis
  um uma os nas dos com sem não ao até cada deve pode
  il lo gli di da con senza per non una dei ogni deve`.split(/\s+/),
);
/** Of them, those that English sentences and its abbreviations hold as well. */
const english: ReadonlySet<string> = new Set([
  'no',
  'en',
  'die',
  'des',
  'se',
  'al',
  'la',
  'y',
  'o',
  'il',
  'da',
  'di',
  'el',
  'per',
  'non',
  'si',
  'du',
  'con',
]);
const fewest = 2;

/** So much of a text are small words of its language at least. */
const smallestShare = 0.12;

/** Whether a text is written in a language other than English whose small words are known. */
export const isForeign = (text: string): boolean => {
  const words = text
    .toLowerCase()
    .slice(0, 4000)
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '');
  const small = words.filter((word) => smallWords.has(word));
  return (
    small.length >= fewest &&
    small.length >= words.length * smallestShare &&
    small.some((word) => !english.has(word))
  );
};
