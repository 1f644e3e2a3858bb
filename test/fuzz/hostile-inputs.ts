import fc from 'fast-check';

/** Files with changed, truncated or repeated bytes, or joined with another file. */
export const mutated = (files: readonly Uint8Array[]): fc.Arbitrary<Uint8Array> => {
  const one = fc.constantFrom(...files);
  const edit = fc.record({
    kind: fc.constantFrom('flip', 'cut', 'repeat', 'fill', 'insert'),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    length: fc.integer({ min: 1, max: 4096 }),
    byte: fc.integer({ min: 0, max: 255 }),
  });
  return fc
    .tuple(one, one, fc.boolean(), fc.array(edit, { minLength: 1, maxLength: 20 }))
    .map(([file, other, joined, edits]) => {
      let bytes = Buffer.from(joined ? Buffer.concat([file.subarray(0, file.length / 2), other]) : file);
      for (const { kind, at, length, byte } of edits) {
        const from = Math.floor(at * bytes.length);
        const piece = bytes.subarray(from, from + length);
        if (kind === 'flip' && from < bytes.length) bytes[from] = byte;
        if (kind === 'cut') bytes = Buffer.concat([bytes.subarray(0, from), bytes.subarray(from + length)]);
        if (kind === 'repeat')
          bytes = Buffer.concat([bytes.subarray(0, from), piece, piece, bytes.subarray(from)]);
        if (kind === 'fill') bytes.fill(byte, from, Math.min(from + length, bytes.length));
        if (kind === 'insert')
          bytes = Buffer.concat([bytes.subarray(0, from), Buffer.alloc(length, byte), bytes.subarray(from)]);
      }
      return new Uint8Array(bytes);
    });
};

/** Text that is hard for patterns, tokenizers and parsers: repetition, nesting, odd characters, almost-dates. */
export const hostileText = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
      { weight: 3, arbitrary: fc.lorem({ maxCount: 8 }) },
      fc
        .tuple(
          fc.constantFrom(
            ...[
              'REVISED 1-2-03 ',
              'a ',
              '((((',
              '[',
              '0.5 mg/kg ',
              '1/2/',
              '-',
              '\t',
              '\u200b',
              'é',
              '١',
              '𝟙',
            ],
            ...['<td>', '|', '#', '> ', '* ', 'EFFECTIVE ', '.', '"', '\\', '%', "'", '\u202e', 'ﬃ', '😀'],
          ),
          fc.integer({ min: 1, max: 400 }),
        )
        .map(([piece, times]) => piece.repeat(times)),
      fc.constantFrom(
        'T\n',
        '!!!!',
        '\n\n',
        '---\n',
        'pediatric epinephrine dose for anaphylaxis ',
        '\ufffe',
      ),
    ),
    { minLength: 1, maxLength: 12 },
  )
  .map((parts) => parts.join('').toWellFormed().replaceAll('\0', ' '))
  .filter((text) => text.length <= 9000);

const headerValue = fc
  .string({ unit: fc.constantFrom(...'aZ09 "=;,:*/\\()<>[]{}%$#@!?&^~|`\'.-_+é\t'), maxLength: 200 })
  .map((text) => Buffer.from(text.trim(), 'utf8').toString('latin1'));

/** Headers that the server reads, with arbitrary values. */
export const hostileHeaders = fc.dictionary(
  fc.constantFrom(
    ...['If-Match', 'If-None-Match', 'Prefer', 'Range', 'If-Range', 'X-After-Position', 'Last-Event-ID'],
    ...[
      'Idempotency-Key',
      'X-Access-Reason',
      'traceparent',
      'X-Forwarded-For',
      'X-Forwarded-Proto',
      'Origin',
    ],
    ...['Accept', 'Accept-Encoding', 'User-Agent', 'X-Anamnesis-Challenge', 'Content-Encoding', 'Cookie'],
  ),
  headerValue,
  { maxKeys: 6 },
);
