const brackets: ReadonlyMap<string, string> = new Map([
  ['【', '['],
  ['】', ']'],
  ['〔', '['],
  ['〕', ']'],
  ['⁅', '['],
  ['⁆', ']'],
  ['〚', '['],
  ['〛', ']'],
  ['❲', '['],
  ['❳', ']'],
]);

/** Fractions in one character stay: "2½" is not "21/2". Superscripts stay, too: "10²" is not "102". */
const kept = /[¼-¾⅐-⅞²³¹⁰-⁹⁻]/;
const invisible =
  /\p{Cf}|\p{Co}|\p{Cn}|\p{Variation_Selector}|\u034f|\u115f|\u1160|\u17b4|\u17b5|\u3164|\uffa0/u;
const control = /\p{Cc}/u;
const digit = /\p{Nd}/u;
/** Marks that strike a character out or enclose it. */
const overlay = /[\u0334-\u0338\p{Me}]/u;
const ascii = /^[\n\t\x20-\x7e]*$/;
const space = /[\p{Zs}\u2028\u2029]/u;

/** The value of a decimal digit of any script: a script's digits are ten in a row from its zero. */
const digitValue = (character: string): string => {
  const code = character.codePointAt(0) ?? 0;
  let zero = code;
  while (code - zero < 9 && digit.test(String.fromCodePoint(zero - 1))) zero -= 1;
  // Mathematical digits of several styles stand without a gap between them.
  if (code >= 0x1d7ce && code <= 0x1d7ff) return String((code - 0x1d7ce) % 10);
  return String(code - zero);
};

const plainOf = (character: string): string => {
  if (character === '\n' || character === '\t') return character;
  if (character === '\u2028' || character === '\u2029') return '\n';
  if (control.test(character) || invisible.test(character) || overlay.test(character)) return '';
  if (space.test(character)) return ' ';
  const bracket = brackets.get(character);
  if (bracket !== undefined) return bracket;
  if (kept.test(character)) return character;
  if (digit.test(character)) return digitValue(character);
  if (character === '\u2212') return '-';
  const plain = character.normalize('NFKC');
  return plain.replace(/\u2044/g, '/');
};

/** Characters, not texts: documents have a few hundred. */
const mostRemembered = 4096;
const remembered = new Map<string, string>();

/**
 * A text with every character in its plain form, one by one, so that it does not matter where a stream is cut: full
 * width and other scripts' digits as 0 to 9, brackets of other scripts as `[` and `]`, blanks as blanks; without what
 * cannot be seen (zero width, tags, controls of direction) and without carriage returns.
 */
export const plainCharacters = (text: string): string => {
  if (ascii.test(text)) return text;
  let plain = '';
  for (const character of text) {
    const known = remembered.get(character);
    if (known !== undefined) {
      plain += known;
      continue;
    }
    const own = plainOf(character);
    if (remembered.size < mostRemembered) remembered.set(character, own);
    plain += own;
  }
  return plain;
};
