const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

const characterOf = (code: number): string =>
  Number.isInteger(code) && code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ' ';

/** A text with the entities of HTML as the characters that they name; what names none stays. */
export const decodeEntities = (text: string): string =>
  text.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,4}));/gi,
    (whole, decimal: string | undefined, hexadecimal: string | undefined, name: string | undefined) => {
      if (decimal !== undefined) return characterOf(Number(decimal));
      if (hexadecimal !== undefined) return characterOf(Number.parseInt(hexadecimal, 16));
      return named[(name ?? '').toLowerCase()] ?? whole;
    },
  );
