import { analyse } from 'chardet';
import iconv from 'iconv-lite';
import { unreadableFile } from '../unreadable-file.ts';

/** Bytes of a file to sample when guessing its encoding. */
const sampleBytes = 256 * 1024;

const startsWith = (bytes: Uint8Array, ...mark: readonly number[]): boolean =>
  mark.every((byte, index) => bytes[index] === byte);

/**
 * Returns the encoding that a byte-order mark announces. UTF-32 comes first, because its mark begins with that of
 * UTF-16.
 */
const encodingByMark = (bytes: Uint8Array): string | undefined => {
  if (startsWith(bytes, 0xef, 0xbb, 0xbf)) return 'utf-8';
  if (startsWith(bytes, 0xff, 0xfe, 0, 0)) return 'utf-32le';
  if (startsWith(bytes, 0, 0, 0xfe, 0xff)) return 'utf-32be';
  if (startsWith(bytes, 0xff, 0xfe)) return 'utf-16le';
  if (startsWith(bytes, 0xfe, 0xff)) return 'utf-16be';
  return undefined;
};

/** Detects UTF-16 without a mark: in Western text nearly every second byte is zero, always on the same side. */
const encodingByZeros = (sample: Uint8Array): string | undefined => {
  const zeros = [0, 0];
  for (const [index, byte] of sample.entries())
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const half = sample.length / 2;
  if (odd > half * 0.4 && even < half * 0.05) return 'utf-16le';
  if (even > half * 0.4 && odd < half * 0.05) return 'utf-16be';
  return undefined;
};

/** ISO-2022-JP switches character sets by escape sequences in ASCII bytes, so it would pass for UTF-8. */
const japaneseMail = 'iso-2022-jp';
const isJapaneseMail = (sample: Uint8Array): boolean => {
  const bytes = Buffer.from(sample.buffer, sample.byteOffset, sample.length);
  return bytes.includes('\u001b$B') || bytes.includes('\u001b$@');
};

const isUtf8 = (bytes: Uint8Array): boolean => {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
};

/**
 * Guesses a single- or multi-byte encoding. Bytes 0x80–0x9F are control characters in ISO-8859-1, but quotation marks
 * and dashes in Windows-1252, which such files actually use.
 */
const encodingByStatistics = (sample: Uint8Array): string => {
  const name =
    analyse(sample).find(({ name: candidate }) => iconv.encodingExists(candidate))?.name ?? 'windows-1252';
  return name === 'ISO-8859-1' || name === 'ASCII' || name === 'UTF-8' ? 'windows-1252' : name;
};

/**
 * Matches signs next to letters, capitals after small letters, letters of two scripts in one word, and control
 * characters: real text has few of them ("Tylenol®").
 */
const misread =
  /(?<=\p{L})[^\p{L}\p{M}\p{N}\p{P}\p{Z}\p{Cc}\p{Cf}\u0020-\u007e]|[^\p{L}\p{M}\p{N}\p{P}\p{Z}\p{Cc}\p{Cf}\u0020-\u007e](?=\p{L})|(?<=\p{Ll})(?![A-Z])\p{Lu}|(?<=\p{sc=Latn})\p{sc=Cyrl}|(?<=\p{sc=Cyrl})\p{sc=Latn}|[\u0080-\u009f]/gu;
const misreadings = (text: string): number => text.match(misread)?.length ?? 0;

/** Encodings from before the web that the statistics lack, and how much better than the guess they must read. */
const olderEncodings = ['macroman', 'cp866'];
const muchBetter = 4;
const fewestMisread = 3;

/** Returns the guess, or an older encoding in which the words make far more sense. */
const orOlder = (guess: string, sample: Uint8Array): string => {
  const bytes = Buffer.from(sample.buffer, sample.byteOffset, sample.length);
  const read = (encoding: string): number => misreadings(iconv.decode(bytes, encoding));
  const badly = read(guess);
  if (badly < fewestMisread) return guess;
  const [best] = olderEncodings
    .map((encoding) => ({ encoding, badly: read(encoding) }))
    .toSorted((one, other) => one.badly - other.badly);
  return best !== undefined && best.badly * muchBetter < badly ? best.encoding : guess;
};

/** Returns the encoding declared in an HTML file, anywhere in the sample, if it is supported. */
const declaredEncoding = (sample: Uint8Array): string | undefined => {
  const head = Buffer.from(sample.buffer, sample.byteOffset, sample.length).toString('latin1');
  const label = /<meta[^>]{0,200}charset\s{0,20}=\s{0,20}["']?([\w.:-]{1,40})/i.exec(head)?.[1];
  if (label === undefined) return undefined;
  if (/^x-mac-roman$/i.test(label)) return 'macroman';
  if (!iconv.encodingExists(label)) return undefined;
  // A file that announces UTF-16 in ASCII letters cannot be UTF-16.
  return /^utf-?(?:16|32)/i.test(label) ? undefined : label;
};

/**
 * Determines the encoding of a text file: by its mark, by its zeros, UTF-8 if valid, then as declared, then by
 * statistics.
 */
const encodingOf = (bytes: Uint8Array, isHtml: boolean): string => {
  const sample = bytes.subarray(0, sampleBytes);
  const certain = encodingByMark(bytes) ?? encodingByZeros(sample);
  if (certain !== undefined) return certain;
  if (isJapaneseMail(sample)) return japaneseMail;
  if (isUtf8(bytes)) return 'utf-8';
  return (isHtml ? declaredEncoding(sample) : undefined) ?? orOlder(encodingByStatistics(sample), sample);
};

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters distinguish text from other data
const controlCharacter = /[\u0000-\u0008\u000E-\u001A\u001C-\u001F]/g;
const replacement = '\uFFFD';

/** True when more than one character in `many` counts. */
const isMoreThanOneIn = (many: number, count: number, text: string): boolean => count * many > text.length;

/**
 * Decodes a text file in any common encoding. Fails with `format_mismatch` when the bytes are not text: more than one
 * character in a hundred is a control character. Fails with `undecodable_text` when as many cannot be decoded. In
 * valid UTF-8, replacement characters come from the program that wrote the file: one in ten is allowed.
 */
export const decodeText = (bytes: Uint8Array, isHtml = false): string => {
  if (bytes.length === 0) throw unreadableFile('empty_file');
  const encoding = encodingOf(bytes, isHtml);
  const text =
    encoding === japaneseMail
      ? new TextDecoder(japaneseMail).decode(bytes)
      : iconv.decode(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), encoding);
  const controls = text.match(controlCharacter)?.length ?? 0;
  const replaced = text.split(replacement).length - 1;
  const wereThere = replaced > 0 && encoding === 'utf-8' && isUtf8(bytes);
  const isText = wereThere
    ? !isMoreThanOneIn(100, controls, text) && !isMoreThanOneIn(10, replaced, text)
    : !isMoreThanOneIn(100, controls + replaced, text);
  if (isText) return text;
  // Control characters mean data that is not text; undecodable characters mean another encoding.
  const isOtherEncoding = !wereThere && !isMoreThanOneIn(100, controls, text);
  throw unreadableFile(isOtherEncoding ? 'undecodable_text' : 'format_mismatch');
};
