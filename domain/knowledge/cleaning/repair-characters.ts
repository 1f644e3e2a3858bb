/** Windows-1252 characters in 0x80–0x9F, by the byte they stand for. */
const bytesOfWindows1252: ReadonlyMap<string, number> = new Map(
  [...'€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'].map((character, index) => [
    character,
    0x80 + index,
  ]),
);

const byteOf = (character: string): number | undefined => {
  const code = character.charCodeAt(0);
  if (code >= 0x80 && code <= 0xff) return code;
  return bytesOfWindows1252.get(character);
};

/** Decodes one UTF-8 sequence; `undefined` when the bytes are not one. */
const codePointOf = (bytes: readonly number[]): number | undefined => {
  const [first = 0, ...rest] = bytes;
  if (rest.some((byte) => (byte & 0xc0) !== 0x80)) return undefined;
  const lead = bytes.length === 2 ? first & 0x1f : bytes.length === 3 ? first & 0x0f : first & 0x07;
  const point = rest.reduce((value, byte) => (value << 6) | (byte & 0x3f), lead);
  const shortest = bytes.length === 2 ? 0x80 : bytes.length === 3 ? 0x800 : 0x10000;
  if (point < shortest || point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff)) return undefined;
  return point;
};

const mojibakeLead = /[\u00C2-\u00F4]/;

/** Repairs UTF-8 that was read as Windows-1252 (`â€™` → `’`). Text that only looks similar stays. */
const repairMojibake = (text: string): string => {
  if (!mojibakeLead.test(text)) return text;
  let repaired = '';
  for (let at = 0; at < text.length; at += 1) {
    const first = text.charCodeAt(at);
    const length = first >= 0xf0 && first <= 0xf4 ? 4 : first >= 0xe0 && first <= 0xef ? 3 : 2;
    const isLead = first >= 0xc2 && first <= 0xf4;
    const bytes = isLead ? [...text.slice(at, at + length)].map(byteOf) : [];
    const whole = bytes.length === length && bytes.every((byte) => byte !== undefined);
    const point = whole ? codePointOf(bytes.filter((byte) => byte !== undefined)) : undefined;
    if (point === undefined) repaired += text.charAt(at);
    else {
      repaired += String.fromCodePoint(point);
      at += length - 1;
    }
  }
  return repaired;
};

const ligatures: Readonly<Record<string, string>> = {
  ﬀ: 'ff',
  ﬁ: 'fi',
  ﬂ: 'fl',
  ﬃ: 'ffi',
  ﬄ: 'ffl',
  ﬅ: 'st',
  ﬆ: 'st',
};

/**
 * Control characters, zero-width characters, direction marks (which can reverse figures on a screen), byte-order marks
 * and replacement characters: never text.
 */
const invisible =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed here
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u061C\u200B-\u200F\u2028-\u202E\u2060-\u206F\uFEFF]|(?<!\d)\uFFFD(?!\s?\d)/g;
/**
 * An unreadable character between digits was a dash, a point or a sign: "5�10 mg" must not become 510 mg, and stays
 * visible.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they stand for characters that were lost
const lostBetweenDigits = /(?<=\d)[\u0000-\u0008\u000B-\u001F\u007F-\u009F\uFFFD]+(?=\d)/g;
/** A private-use character before a list item: its font draws a bullet there. Elsewhere it is a lost sign. */
const privateBullet = /^(\s*)\p{Co}(?=\s)/u;
/** The letters that word processors write for the bullets of their symbol fonts; "o" is that of the second level. */
const letterBullet = /^(\s*)([oü](?=\s+[\p{L}\d(<>≥≤])|§(?=\s+\p{L}))/u;
const bulletOf: Readonly<Record<string, string>> = { o: '◦', '§': '▪', ü: '•' };
/** Odd spaces, and characters without an outline, which look like spaces. */
const blanks = /[\u00A0\u115F\u1160\u1680\u180E\u2000-\u200A\u202F\u205F\u2800\u3000\u3164\uFFA0\t]/g;

/**
 * Repairs one line's characters: mojibake, ligatures, invisible characters, odd spaces. Avoids compatibility
 * normalization, which turns `cm²` into `cm2` and so would change a number.
 */
export const repairCharacters = (line: string): string =>
  repairMojibake(line)
    .replace(/[ﬀ-ﬆ]/g, (ligature) => ligatures[ligature] ?? ligature)
    .replace(privateBullet, '$1•')
    .replace(letterBullet, (_, before: string, letter: string) => before + (bulletOf[letter] ?? letter))
    .replace(/\p{Co}/gu, '\uFFFD')
    .replace(lostBetweenDigits, '\uFFFD')
    .replace(invisible, '')
    .replace(blanks, ' ')
    .normalize('NFC');
