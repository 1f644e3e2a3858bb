import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { decodeText } from '../../../../../infra/reading/text-extraction/text/decode-text.ts';
import { unreadableFile } from '../../../../../infra/reading/text-extraction/unreadable-file.ts';

const english =
  'The patient’s pain doesn’t improve: don’t give 5 µg/kg twice. It’s “normal” for her; she can’t and won’t drink. ';
const french =
  'Le médecin évalue la fièvre élevée après le début du traitement, à répéter dès que possible. ';
const russian =
  'Дать больному кислород и измерить давление. При судорогах ввести мидазолам внутримышечно и ждать пять минут. ';

describe('a text without a declared encoding', () => {
  it.each([
    ['macroman', english],
    ['macroman', french],
    ['cp866', russian],
    ['windows-1251', russian],
    ['koi8-r', russian],
    ['windows-1252', english],
    ['windows-1252', french],
    ['utf-8', russian],
    ['windows-1252', 'Tylenol® and Advil® at 37 °C. ©Maker. 5 ± 1 µg, 10 × 2; Motrin™ too. '],
  ])('is decoded as %s: %s', (encoding, text) => {
    const whole = text.repeat(5);
    expect(decodeText(iconv.encode(whole, encoding))).toBe(whole);
  });

  it('is decoded as Japanese mail is written', () => {
    const written = Buffer.from('\u001b$B?4GYDd;_\u001b(B: 1 mg', 'latin1');
    expect(decodeText(written)).toBe('心肺停止: 1 mg');
  });
});

describe('an HTML page', () => {
  it.each([
    ['cp866', russian, 'cp866'],
    ['macroman', french, 'x-mac-roman'],
    ['windows-1253', 'Δώστε οξυγόνο στον ασθενή. ', 'windows-1253'],
  ])('is decoded in its declared encoding, however late: %s', (encoding, text, label) => {
    const page = `<html><head><!--${'x'.repeat(9000)}--><meta charset="${label}"></head><body>${text}</body></html>`;
    expect(decodeText(iconv.encode(page, encoding), true)).toBe(page);
  });
});

describe('undecodable bytes', () => {
  it('in the declared encoding are reported as an encoding error', () => {
    const page = Buffer.concat([
      Buffer.from('<html><head><meta charset="shift_jis"></head><body>'),
      Buffer.from('\u00ff\u00fe\u00fd '.repeat(200), 'latin1'),
    ]);
    expect(() => decodeText(page, true)).toThrow(unreadableFile('undecodable_text').message);
  });

  it('that are not text are reported as a format error', () => {
    const data = Uint8Array.from({ length: 4096 }, (_, index) => (index * 7919) % 32);
    expect(() => decodeText(data)).toThrow(unreadableFile('format_mismatch').message);
  });
});
