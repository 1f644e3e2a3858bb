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

/** Single-character fractions stay: "2½" is not "21/2". So do superscripts: "10²" is not "102". */
const kept = /[¼-¾⅐-⅞²³¹⁰-⁹⁻]/;
const invisible =
  /\p{Cf}|\p{Co}|\p{Cn}|\p{Variation_Selector}|\u034f|\u115f|\u1160|\u17b4|\u17b5|\u3164|\uffa0/u;
const control = /\p{Cc}/u;
const digit = /\p{Nd}/u;
/** Combining marks that strike out or enclose a character. */
const overlay = /[\u0334-\u0338\p{Me}]/u;
const ascii = /^[\n\t\x20-\x7e]*$/;
const space = /[\p{Zs}\u2028\u2029]/u;

/** The value of a decimal digit of any script: each script has ten consecutive digits from its zero. */
const digitValue = (character: string): string => {
  const code = character.codePointAt(0) ?? 0;
  let zero = code;
  while (code - zero < 9 && digit.test(String.fromCodePoint(zero - 1))) zero -= 1;
  // The styles of mathematical digits follow each other without a gap.
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

/** Counts characters, not texts: documents use a few hundred. */
const mostRemembered = 4096;
const remembered = new Map<string, string>();

/**
 * Replaces every character with its plain form, one by one, so that the result does not depend on where a stream is
 * cut. Full-width digits and those of other scripts become 0 to 9, brackets of other scripts `[` and `]`, all blanks
 * spaces. Invisible characters (zero width, tags, direction controls) and carriage returns are removed.
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
