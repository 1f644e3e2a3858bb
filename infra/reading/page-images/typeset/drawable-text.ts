/** Equivalents for characters that clinical texts use and the standard fonts of PDF lack. */
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

/** The characters of Windows-1252 that Latin-1 lacks. */
const winAnsi = new Set('€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ');
/** Replaces a character that cannot be drawn. */
const UNKNOWN = '?';

const isDrawable = (character: string): boolean =>
  /^[\x20-\x7e\xa0-\xff]$/.test(character) || winAnsi.has(character);

/** Converts a character to what the standard fonts of PDF can draw: they cover only the Latin script. */
const drawable = (character: string): string => {
  const substitute = substitutes[character];
  if (substitute !== undefined) return substitute;
  if (isDrawable(character)) return character;
  // Drops the accents, or splits a ligature into its letters.
  const plain = [...character.normalize('NFKD')].filter(isDrawable).join('');
  return plain === '' && !/\p{M}/u.test(character) ? UNKNOWN : plain;
};

/** Converts a text to what the standard fonts of PDF can draw. */
export const drawableText = (text: string): string => [...text].map(drawable).join('');

/** Letters to examine to determine the script of a text. */
const SAMPLE = 20_000;
/** Above this share of letters that cannot be drawn, a picture would not represent the text. */
const MOST_UNKNOWN = 0.05;

/** True when the letters of a text are mostly Latin. */
export const isDrawableScript = (text: string): boolean => {
  const letters = text.slice(0, SAMPLE).match(/\p{L}/gu) ?? [];
  const unknown = letters.filter((letter) => drawable(letter) === UNKNOWN).length;
  return unknown <= letters.length * MOST_UNKNOWN;
};
