/** What the standard fonts of PDF lack and clinical texts use, by what says the same. */
const substitutes: Readonly<Record<string, string>> = {
  '≥': '>=',
  '≤': '<=',
  '≠': '=/=',
  '≈': '~',
  '−': '-',
  '‐': '-',
  '‑': '-',
  '→': '->',
  '←': '<-',
  '↔': '<->',
  '⇒': '=>',
  '↑': '(up)',
  '↓': '(down)',
  '√': '(root)',
  '∞': '(infinity)',
  μ: 'µ',
  α: 'alpha',
  β: 'beta',
  γ: 'gamma',
  δ: 'delta',
  Δ: 'Delta',
  ω: 'omega',
  λ: 'lambda',
  '☐': '[ ]',
  '☑': '[x]',
  '☒': '[x]',
  '●': '•',
  '▪': '•',
  '◦': '•',
  '': '•',
  '\t': ' ',
  '\u00a0': ' ',
  '\u00ad': '',
  '\u200b': '',
  '\ufeff': '',
};

/** Of Windows-1252 beyond Latin-1. */
const winAnsi = new Set('€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ');
/** Replaces a character that cannot be drawn. */
const UNKNOWN = '?';

const isDrawable = (character: string): boolean =>
  /^[\x20-\x7e\xa0-\xff]$/.test(character) || winAnsi.has(character);

/** A character as the standard fonts of PDF can draw it, which know the Latin script. */
const drawable = (character: string): string => {
  const substitute = substitutes[character];
  if (substitute !== undefined) return substitute;
  if (isDrawable(character)) return character;
  // Without its accents, or as the letters that it is a ligature of.
  const plain = [...character.normalize('NFKD')].filter(isDrawable).join('');
  return plain === '' && !/\p{M}/u.test(character) ? UNKNOWN : plain;
};

/** A text as the standard fonts of PDF can draw it. */
export const drawableText = (text: string): string => [...text].map(drawable).join('');

/** Letters that are examined to determine the script of a text. */
const SAMPLE = 20_000;
/** From this share of letters on that cannot be drawn, a picture would be no picture of the text. */
const MOST_UNKNOWN = 0.05;

/** Whether the letters of a text are mostly of the Latin script. */
export const isDrawableScript = (text: string): boolean => {
  const letters = text.slice(0, SAMPLE).match(/\p{L}/gu) ?? [];
  const unknown = letters.filter((letter) => drawable(letter) === UNKNOWN).length;
  return unknown <= letters.length * MOST_UNKNOWN;
};
