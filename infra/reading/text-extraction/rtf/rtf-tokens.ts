/** A token of an RTF file (Rich Text Format Specification 1.9.1). */
export type RtfToken =
  | { readonly kind: 'open' }
  | { readonly kind: 'close' }
  /** A control word, such as `\par` or `\fs24`; `*` marks a destination that may be skipped. */
  | { readonly kind: 'word'; readonly name: string; readonly value: number | undefined }
  /** Bytes of text in the encoding of their font. */
  | { readonly kind: 'bytes'; readonly bytes: string };

const word = /([a-zA-Z]{1,32})(-?\d{1,10})? ?/y;
const plain = /[^\\{}\r\n]+/y;
const hex = /[0-9a-fA-F]{2}/y;

const at = (pattern: RegExp, text: string, from: number): RegExpExecArray | null => {
  pattern.lastIndex = from;
  return pattern.exec(text);
};

/** Splits a file, whose bytes are the characters of `text`, into tokens. */
export function* rtfTokens(text: string): Generator<RtfToken> {
  let index = 0;
  while (index < text.length) {
    const character = text[index];
    if (character === '{' || character === '}') {
      yield { kind: character === '{' ? 'open' : 'close' };
      index += 1;
    } else if (character === '\r' || character === '\n') index += 1;
    else if (character !== '\\') {
      const [bytes = ''] = at(plain, text, index) ?? [];
      yield { kind: 'bytes', bytes };
      index += Math.max(1, bytes.length);
    } else {
      const found = at(word, text, index + 1);
      if (found !== null) {
        const [whole, name = '', digits] = found;
        const value = digits === undefined ? undefined : Number(digits);
        index += 1 + whole.length;
        // Binary data is not text, whatever it looks like.
        if (name === 'bin') index += Math.max(0, value ?? 0);
        else yield { kind: 'word', name, value };
        continue;
      }
      const symbol = text[index + 1] ?? '';
      index += 2;
      if (symbol !== "'") {
        // An escaped line end ends a paragraph.
        yield { kind: 'word', name: symbol === '\r' || symbol === '\n' ? 'par' : symbol, value: undefined };
        continue;
      }
      const digits = at(hex, text, index)?.[0];
      if (digits !== undefined) {
        yield { kind: 'bytes', bytes: String.fromCharCode(Number.parseInt(digits, 16)) };
        index += 2;
      }
    }
  }
}
