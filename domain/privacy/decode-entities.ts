const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ensp: ' ',
  emsp: ' ',
  thinsp: ' ',
  tab: '\t',
  newline: '\n',
  shy: '\u00ad',
  zwj: '\u200d',
  zwnj: '\u200c',
  ndash: '–',
  mdash: '—',
  hyphen: '-',
  colon: ':',
  comma: ',',
  period: '.',
  sol: '/',
  num: '#',
  plus: '+',
  lpar: '(',
  rpar: ')',
  commat: '@',
};

const characterOf = (code: number): string =>
  Number.isInteger(code) && code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ' ';

/** An entity, as browsers read it: a numeric one may begin with zeros and lack its semicolon. Needs no flag `i`. */
export const ENTITY_SOURCE = '&(?:#0{0,20}(\\d{1,7});?|#[xX]0{0,20}([\\da-fA-F]{1,6});?|([a-zA-Z]{2,7});)';
const entities = new RegExp(ENTITY_SOURCE, 'g');

/** Decodes the HTML entities of a text; unknown ones stay. */
export const decodeEntities = (text: string): string =>
  text.replace(
    entities,
    (whole, decimal: string | undefined, hexadecimal: string | undefined, name: string | undefined) => {
      if (decimal !== undefined) return characterOf(Number(decimal));
      if (hexadecimal !== undefined) return characterOf(Number.parseInt(hexadecimal, 16));
      return named[(name ?? '').toLowerCase()] ?? whole;
    },
  );
