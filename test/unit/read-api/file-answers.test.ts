import { describe, expect, it } from 'vitest';
import { parseByteRange } from '../../../read-api/request/byte-range.ts';
import { attachment } from '../../../read-api/routing/attachment.ts';

describe('a file download', () => {
  it.each([
    ['protocol.pdf', `attachment; filename="protocol.pdf"; filename*=UTF-8''protocol.pdf`],
    [
      'Übersicht (neu).pdf',
      `attachment; filename="Ubersicht (neu).pdf"; filename*=UTF-8''%C3%9Cbersicht%20%28neu%29.pdf`,
    ],
    ['心停止.docx', `attachment; filename="___.docx"; filename*=UTF-8''%E5%BF%83%E5%81%9C%E6%AD%A2.docx`],
    ['a"b\\c.txt', `attachment; filename="a_b_c.txt"; filename*=UTF-8''a_b_c.txt`],
    ['../../etc/passwd', `attachment; filename="_.._etc_passwd"; filename*=UTF-8''_.._etc_passwd`],
    ['100%.txt', `attachment; filename="100_.txt"; filename*=UTF-8''100%25.txt`],
    [
      'a\r\nSet-Cookie: x.html',
      `attachment; filename="aSet-Cookie_ x.html"; filename*=UTF-8''aSet-Cookie_%20x.html`,
    ],
    ['report\u202Efdp.exe', `attachment; filename="reportfdp.exe"; filename*=UTF-8''reportfdp.exe`],
    ['\uD800.txt', `attachment; filename="_.txt"; filename*=UTF-8''%EF%BF%BD.txt`],
    ['..', `attachment; filename="document"; filename*=UTF-8''document`],
  ])('has a safe name: %j', (name, header) => {
    expect(attachment(name)).toBe(header);
    expect(() => new Headers({ 'content-disposition': attachment(name) })).not.toThrow();
  });

  it('keeps the extension of a name that is too long', () => {
    expect(attachment(`${'n'.repeat(250)}.pdf`)).toContain(`filename="${'n'.repeat(196)}.pdf"`);
  });
});

describe('a byte range of a file', () => {
  const tag = '"abc"';
  it.each([
    ['bytes=0-9', { start: 0, end: 9 }],
    ['bytes=90-', { start: 90, end: 99 }],
    ['bytes=90-500', { start: 90, end: 99 }],
    ['bytes=-10', { start: 90, end: 99 }],
    ['bytes=-500', { start: 0, end: 99 }],
    ['bytes=100-', undefined],
    ['bytes=9-3', undefined],
    ['bytes=-0', undefined],
    ['bytes=-', undefined],
    ['bytes=0-1,5-6', undefined],
    ['bytes=0-1,500-600', { start: 0, end: 1 }],
    ['BYTES=-200', { start: 0, end: 99 }],
    [`bytes=-${'9'.repeat(400)}`, { start: 0, end: 99 }],
    [`bytes=${'9'.repeat(400)}-`, undefined],
    ['bytes=0x0-9', undefined],
    ['bytes', undefined],
    ['lines=0-9', undefined],
    [undefined, undefined],
  ])('of 100 bytes for %s', (range, expected) => {
    expect(parseByteRange(100, tag, { range })).toEqual(expected);
  });

  it('is not served from other content than the download began with, nor from an empty file', () => {
    expect(parseByteRange(100, tag, { range: 'bytes=5-9', ifRange: tag })).toEqual({ start: 5, end: 9 });
    expect(parseByteRange(100, tag, { range: 'bytes=5-9', ifRange: '"old"' })).toBeUndefined();
    expect(parseByteRange(0, tag, { range: 'bytes=0-9' })).toBeUndefined();
    expect(parseByteRange(0, tag, { range: 'bytes=-5' })).toBeUndefined();
  });
});
