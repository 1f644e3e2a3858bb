import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import type { DocumentFormat } from '../../../../../domain/knowledge/document-format.ts';
import { defaultExtractionLimits } from '../../../../../infra/reading/text-extraction/extraction-limits.ts';
import { readDocument } from '../../../../../infra/reading/text-extraction/read-document.ts';
import { writeDocx } from '../../../../../scripts/samples/write-docx.ts';
import { writeZip } from '../../../../../scripts/samples/write-zip.ts';
import { claimUnpackedSize } from '../../../../support/claim-unpacked-size.ts';
import { failureOf } from '../../../../support/failure-of.ts';
import { writeEpub } from '../../../../support/office-files/write-epub.ts';
import { writeOpenDocument } from '../../../../support/office-files/write-open-document.ts';
import {
  drawingParagraph,
  drawingRun,
  shape,
  writePptx,
} from '../../../../support/office-files/write-pptx.ts';
import { writeXlsx } from '../../../../support/office-files/write-xlsx.ts';

const paragraph = '<text:p>Give 2 mg</text:p>';
const cell =
  '<table:table><table:table-row><table:table-cell><text:p>x</text:p></table:table-cell></table:table-row></table:table>';

/** A valid file of each kind, and the part that contains its text. */
const sound: readonly (readonly [format: DocumentFormat, content: Uint8Array, part: string])[] = [
  ['docx', writeDocx({ blocks: [{ paragraph: 'Give 2 mg' }] }), 'word/document.xml'],
  [
    'pptx',
    writePptx({ slides: [{ shapes: shape(drawingParagraph(drawingRun('Give 2 mg'))) }] }),
    'ppt/slides/slide1.xml',
  ],
  ['xlsx', writeXlsx({ sheets: [{ rows: [['Give 2 mg']] }] }), 'xl/worksheets/sheet1.xml'],
  ['odt', writeOpenDocument({ kind: 'text', body: paragraph }), 'content.xml'],
  ['ods', writeOpenDocument({ kind: 'spreadsheet', body: cell }), 'content.xml'],
  [
    'odp',
    writeOpenDocument({
      kind: 'presentation',
      body: '<draw:page><draw:frame><draw:text-box><text:p>x</text:p></draw:text-box></draw:frame></draw:page>',
    }),
    'content.xml',
  ],
  [
    'epub',
    writeEpub({ chapters: ['<html><body><p>Give 2 mg</p></body></html>'] }),
    'OEBPS/text/chapter 0.xhtml',
  ],
];

const read = (content: Uint8Array, format: DocumentFormat) =>
  readDocument(
    { content, format, skipPages: [], skipFigures: true, pagesKey: undefined },
    {
      limits: { ...defaultExtractionLimits, maxZipEntries: 50 },
      pdf: () => Promise.reject(new Error('No PDF is read here.')),
      onFigures: () => {},
    },
  );
const reasonOf = async (content: Uint8Array, format: DocumentFormat): Promise<unknown> => {
  const failure = await failureOf(read(content, format));
  expect(failure).toMatchObject({ code: 'rule_violated', message: expect.stringMatching(/^[A-Z].*\.$/) });
  return (failure as { readonly details: { readonly reason: string } }).details.reason;
};

/** The parts of a file with one of them changed. */
const many = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`extra/${at}.xml`, '<a/>']));
const needed: Readonly<Partial<Record<DocumentFormat, Readonly<Record<string, string>>>>> = {
  docx: { '[Content_Types].xml': '', 'word/document.xml': '' },
  pptx: { '[Content_Types].xml': '', 'ppt/presentation.xml': '' },
  xlsx: { '[Content_Types].xml': '', 'xl/workbook.xml': '' },
  epub: { 'META-INF/container.xml': '' },
};

describe.each(sound)('a container as .%s', (format, content, part) => {
  const damaged = format === 'docx' ? 'docx_damaged' : 'file_damaged';
  it('is read when it is valid', async () => {
    expect((await read(content, format)).pages.length).toBeGreaterThan(0);
  });

  it.each([
    ['empty', new Uint8Array(), 'empty_file'],
    ['an HTML page', Buffer.from('<html><body>Hello</body></html>'), 'format_mismatch'],
    ['another container', writeZip({ 'a.txt': 'a' }), 'format_mismatch'],
    ['truncated', content.subarray(0, content.length / 2), damaged],
    [
      'declaring an excessive unpacked size',
      claimUnpackedSize(content, part, 3_000_000_000),
      'expands_too_much',
    ],
    ['larger when unpacked than declared', claimUnpackedSize(content, part, 3), damaged],
    [
      'composed of too many parts',
      writeZip({ ...(needed[format] ?? { 'content.xml': '' }), ...many }),
      'expands_too_much',
    ],
  ])('is rejected when it is %s', async (_, hostile, reason) => {
    expect(await reasonOf(hostile, format)).toBe(reason);
  });
});

describe('an encrypted Office file', () => {
  it.each(['pptx', 'xlsx', 'docx', 'xls'] as const)('is rejected as such: .%s', async (format) => {
    const mark = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
    const content = Buffer.concat([mark, Buffer.from('EncryptedPackage', 'utf16le')]);
    expect(await reasonOf(content, format)).toBe(format === 'docx' ? 'docx_encrypted' : 'file_encrypted');
  });
});

describe('entities defined by a file', () => {
  it('are never expanded', async () => {
    const body = '<text:p>&bomb; Give 2 mg</text:p>';
    const file = writeOpenDocument({ kind: 'text', body, parts: {} });
    const { pages } = await read(file, 'odt');
    expect(pages[0]?.text).toContain('&bomb; Give 2 mg');
  });
});

describe('a small file that asks to be read many times over', () => {
  const chapter =
    '<html><head><link rel="stylesheet" href="a.css"/></head><body><p>Give 2 mg</p></body></html>';
  const bookOf = (spine: string): string =>
    `<package><manifest><item id="a" href="a.xhtml"/><item id="b" href="a.xhtml"/></manifest><spine>${spine}</spine></package>`;

  it('is read once where an e-book repeats a chapter', async () => {
    const spine = '<itemref idref="a"/><itemref idref="b"/>'.repeat(5000);
    const parts = { 'OEBPS/book.opf': bookOf(spine), 'OEBPS/a.xhtml': chapter };
    const { pages } = await read(writeEpub({ chapters: [], parts }), 'epub');
    expect(pages.map(({ text }) => text.trim())).toEqual(['Give 2 mg']);
  });

  it('is read once where a presentation repeats a slide', async () => {
    const slides = [{ shapes: shape(drawingParagraph(drawingRun('Give 2 mg'))) }];
    const repeated = '<p:sldId id="256" r:id="rId1"/>'.repeat(5000);
    const main = `<p:presentation xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><p:sldIdLst>${repeated}</p:sldIdLst></p:presentation>`;
    const { pages } = await read(writePptx({ slides, parts: { 'ppt/presentation.xml': main } }), 'pptx');
    expect(pages.map(({ text }) => text.trim())).toEqual(['Give 2 mg']);
  });

  it('reads a style sheet once, however often a chapter refers to it', async () => {
    const link = '<link rel="stylesheet" href="a.css"/>';
    const parts = {
      'OEBPS/book.opf': bookOf('<itemref idref="a"/>'),
      'OEBPS/a.xhtml': chapter.replace(link, link.repeat(20)),
      'OEBPS/a.css': `p { color: red }${' '.repeat(5_000_000)}`,
    };
    const { pages } = await read(writeEpub({ chapters: [], parts }), 'epub');
    expect(pages[0]?.text.trim()).toBe('Give 2 mg');
  });

  it('is refused where the style sheets of a chapter are as large as libraries', async () => {
    const parts = {
      'OEBPS/book.opf': bookOf('<itemref idref="a"/>'),
      'OEBPS/a.xhtml': chapter,
      'OEBPS/a.css': ' '.repeat(9_000_000),
    };
    expect(await reasonOf(writeEpub({ chapters: [], parts }), 'epub')).toBe('expands_too_much');
  });

  it('reads a chart once, and repeats it within limits, where a slide refers to it 2,000 times', async () => {
    const points = Array.from({ length: 400 }, (_, at) => `<c:pt idx="${at}"><c:v>${at}</c:v></c:pt>`).join(
      '',
    );
    const chart = `<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"><c:chart><c:plotArea><c:barChart><c:ser><c:val><c:numRef><c:numCache>${points}</c:numCache></c:numRef></c:val></c:ser></c:barChart></c:plotArea></c:chart></c:chartSpace>`;
    const frame =
      '<p:graphicFrame><a:graphic><a:graphicData><c:chart xmlns:c="c" r:id="rChart"/></a:graphicData></a:graphic></p:graphicFrame>';
    const relations = { rChart: ['chart', '../charts/chart1.xml'] } as const;
    const file = writePptx({
      slides: [
        { shapes: frame.repeat(2000), relations },
        { shapes: frame, relations },
      ],
      parts: { 'ppt/charts/chart1.xml': chart },
    });
    const { pages, leftOut } = await read(file, 'pptx');
    const times = pages[0]?.text.match(/^399$/gm)?.length ?? 0;
    expect(times).toBeGreaterThan(10);
    expect(times).toBeLessThan(200);
    // Each of the others is counted as missing, on both slides.
    expect(leftOut).toMatchObject({ unread: 2001 - times });
  });

  it('reads a sheet once, and repeats it within limits, where a workbook lists it 5,000 times', async () => {
    const file = writeXlsx({
      sheets: [{ rows: Array.from({ length: 200 }, (_, at) => [`Dose ${at}`, 'Give 2 mg slowly']) }],
    });
    const parts = unzipSync(file);
    const written = Buffer.from(parts['xl/workbook.xml'] ?? []).toString('utf8');
    const workbook = written.replace(/<sheet [^>]*>/, (sheet) => sheet.repeat(5000));
    const { pages, leftOut } = await read(writeZip({ ...parts, 'xl/workbook.xml': workbook }), 'xlsx');
    const full = pages.filter(({ text }) => text.includes('Dose 199')).length;
    expect(pages.length).toBe(5000);
    expect(full).toBeGreaterThan(10);
    expect(leftOut).toMatchObject({ unread: 5000 - full });
  });
});
