import { inRaisedScript } from '../../../../domain/language/raised-digits.ts';

/** People do not nest switches deeper. */
const deepest = 30;

/** Adds the brackets that anything but a single term needs next to an operator. */
const bracketed = (text: string): string => (/^[\p{L}\p{N}.,%µ°]*$/u.test(text) ? text : `(${text})`);

const written = (name: string, parts: readonly string[]): string => {
  const [first = '', second = ''] = parts;
  switch (name) {
    case 'f':
      return `${bracketed(first)}/${bracketed(second)}`;
    case 'r':
      return parts.length > 1 ? `${first}√(${second})` : `√(${first})`;
    case 's':
      return parts.join(' ');
    case 'b':
      return `(${first})`;
    case 'i':
      return `∫_${bracketed(first)}^${bracketed(second)} ${parts[2] ?? ''}`;
    case 'a':
    case 'l':
      return parts.join(', ');
    default:
      return parts.join('');
  }
};

/**
 * Writes on one line what an EQ field prints: `\f(1,2)` becomes `1/2` (ECMA-376, part 1, 17.16.5.17). Returns
 * `undefined` for any other field.
 */
export const eqFieldText = (instruction: string): string | undefined => {
  const code = /^\s*EQ\b([\s\S]*)$/i.exec(instruction)?.[1];
  if (code === undefined) return undefined;
  let at = 0;
  const readUntil = (ends: string, depth: number): string => {
    let text = '';
    while (at < code.length && !ends.includes(code[at] ?? '')) {
      if (code[at] !== '\\') {
        text += code[at] ?? '';
        at += 1;
        continue;
      }
      const name = /^[a-z]+/i.exec(code.slice(at + 1, at + 20))?.[0].toLowerCase();
      if (name === undefined) {
        text += code[at + 1] ?? '';
        at += 2;
        continue;
      }
      at += 1 + name.length;
      text += readSwitch(name, depth + 1);
    }
    return text;
  };
  const readSwitch = (name: string, depth: number): string => {
    let options = '';
    // Options come between the name and the bracket: `\s\up5(2)`, `\b\bc\[(x)`.
    while (at < code.length && code[at] !== '(') {
      options += code[at] ?? '';
      at += 1;
      if (code[at - 1] === '\\') {
        options += code[at] ?? '';
        at += 1;
      }
      if (options.length > 40) return options;
    }
    if (depth > deepest || at >= code.length) return '';
    at += 1;
    const parts: string[] = [];
    for (;;) {
      parts.push(readUntil(',;)', depth).trim());
      const end = code[at];
      at += 1;
      if (end === ')' || end === undefined) break;
    }
    const said = written(name, parts);
    return name === 's' && /\\up/.test(options) && /^\d+$/.test(said) ? inRaisedScript(said) : said;
  };
  return readUntil('', 0).replace(/\s+/g, ' ').trim();
};
