/** Letters that do not decompose into a base letter and a mark. */
const SPECIAL: Readonly<Record<string, string>> = {
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ø: 'o',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
  þ: 'th',
  ɗ: 'd',
};

/** A name as the lists spell it: in lower case, without accents and apostrophes. */
export const foldName = (name: string): string => {
  const lower = name.toLowerCase();
  // The fast path for most words.
  if (/^[a-z]*$/.test(lower)) return lower;
  return lower
    .normalize('NFD')
    .replaceAll(/[\p{M}'’ʼ`]/gu, '')
    .replaceAll(/[đðłøßæœıþɗ]/g, (letter) => SPECIAL[letter] ?? letter);
};
