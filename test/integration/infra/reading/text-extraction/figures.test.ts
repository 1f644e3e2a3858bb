import { deflateSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { decodePng } from '../../../../../infra/reading/pictures/decode-png.ts';
import { encodePng } from '../../../../../infra/reading/pictures/encode-png.ts';
import { createTextExtractor } from '../../../../../infra/reading/text-extraction/text-extractor.ts';
import { type PdfPage, writePdf } from '../../../../../scripts/samples/write-pdf.ts';
import { writeZip } from '../../../../../scripts/samples/write-zip.ts';
import { chartPage, line, photograph, tablePage } from '../../../../support/chart-page.ts';

const extractor = createTextExtractor({ tesseract: 'none' });
afterAll(() => extractor.close());

const readPdf = (...pages: readonly PdfPage[]) => extractor.extract(writePdf({ pages }), 'pdf');
const figuresOf = async (...pages: readonly PdfPage[]) => (await readPdf(...pages)).figures ?? [];
const sizeOf = (image: Uint8Array) => {
  const drawn = decodePng(image, 10_000_000);
  return drawn && { width: drawn.width, height: drawn.height };
};

describe('a flow chart on a page', () => {
  it('is a figure with its caption, and its text is read box by box', async () => {
    const { pages, figures = [] } = await readPdf(chartPage);
    expect(figures).toMatchObject([
      { page: 1, kind: 'flow_chart', caption: 'Figure 4. What to do for a zebra that is down.' },
    ]);
    const [figure] = figures;
    expect(figure && sizeOf(figure.image)).toEqual({ width: figure?.width, height: figure?.height });
    expect(figure?.box?.x).toBeCloseTo(117 / 612, 2);
    expect(figure?.box?.y).toBeCloseTo((792 - 683) / 792, 2);
    expect(figure?.anchors).toContain('Is the zebra breathing?');
    const text = pages[0]?.text ?? '';
    expect(text.split('\n').filter((one) => one !== '')).toEqual([
      'Care of zebras that were found down on the plain, in brief.',
      'Is the zebra breathing?',
      'Yes',
      'No',
      'Give oxygen by mask',
      'Ventilate with a stable bag',
      'Call the keeper of zebras',
      'Figure 4. What to do for a zebra that is down.',
      'Keep a record of every zebra that was treated on the plain.',
    ]);
    expect(pages[0]).not.toHaveProperty('tables');
  });

  it('yields the same image each time, which is stored once', async () => {
    const [one] = await figuresOf(chartPage);
    const [other] = await figuresOf(chartPage);
    expect(Buffer.compare(one?.image ?? Buffer.of(1), other?.image ?? Buffer.of(2))).toBe(0);
  });

  it('is upright on a rotated page', async () => {
    const { figures = [] } = await extractor.extract(writePdf({ pages: [chartPage], rotate: 90 }), 'pdf');
    expect(figures).toHaveLength(1);
    expect(figures[0]?.height).toBeGreaterThan(figures[0]?.width ?? 0);
  });

  it('is not a table, and a table is not a flow chart', async () => {
    const { pages, figures } = await readPdf(tablePage);
    expect(figures).toBeUndefined();
    expect(pages[0]?.text).toContain('| Weight 100 kg | 15 |');
  });
});

describe('a picture on a page', () => {
  const picture = (x: number, y: number, width: number, height: number) => ({
    picture: photograph(60, 40),
    at: [x, y, width, height] as const,
  });

  it('is a figure with the caption below it, and the adjacent line places it in the text', async () => {
    const figures = await figuresOf([
      line('Put the needle into the muscle behind the shoulder.', 72, 640),
      picture(100, 400, 240, 200),
      line('Fig. 2: The shoulder of a zebra', 110, 380),
      line('from the left.', 110, 367),
    ]);
    expect(figures).toMatchObject([
      {
        page: 1,
        kind: 'picture',
        caption: 'Fig. 2: The shoulder of a zebra from the left.',
        anchors: ['Put the needle into the muscle behind the shoulder.'],
      },
    ]);
  });

  it.each<readonly [string, readonly PdfPage[]]>([
    ['in the head of every page', [1, 2, 3].map(() => [picture(480, 600, 100, 60), line('Zebras', 72, 500)])],
    ['as a logo above the title', [[picture(72, 690, 90, 90), line('Zebras', 72, 600)]]],
    ['as a signature below the page', [[picture(300, 30, 140, 50), line('Zebras', 72, 600)]]],
    [
      'as an icon or a hairline',
      [[picture(72, 400, 20, 20), picture(72, 300, 400, 3), line('Zebras', 72, 500)]],
    ],
    ['that is the whole page', [[{ scan: photograph(60, 80) }, line('Zebras', 72, 600)]]],
    [
      'as the background of text',
      [
        [
          picture(60, 100, 480, 560),
          ...Array.from({ length: 30 }, (_, at) => line('Zebras are striped.', 72, 640 - at * 16)),
        ],
      ],
    ],
  ])('is not a figure %s', async (_, pages) => {
    expect(await figuresOf(...pages)).toEqual([]);
  });

  it('is one figure when it was cut into strips', async () => {
    const strips = [0, 1, 2].map((at) => picture(100, 480 - at * 60, 240, 60));
    expect(await figuresOf([line('Zebras', 72, 700), ...strips])).toHaveLength(1);
  });

  it('is omitted beyond the limit of figures, even on a page full of them', async () => {
    const many = Array.from({ length: 40 }, (_, at) =>
      picture(72 + (at % 5) * 95, 620 - Math.floor(at / 5) * 65, 80, 55),
    );
    const figures = await figuresOf([line('Zebras', 72, 700), ...many]);
    expect(figures).toHaveLength(20);
  });

  it('is never a figure on a page with far too many, whose text is still read', async () => {
    const many = Array.from({ length: 250 }, (_, at) =>
      picture(72 + (at % 25) * 7, 600 - Math.floor(at / 25) * 30, 80, 55),
    );
    const { figures, pages } = await readPdf([line('Zebras', 72, 700), ...many]);
    expect(figures).toBeUndefined();
    expect(pages[0]?.text).toContain('Zebras');
  });
});

it('a line drawing next to a caption is a figure', async () => {
  const strokes = Array.from({ length: 12 }, (_, at) => ({
    operators: `${100 + at * 10} 400 m ${110 + at * 10} ${420 + (at % 3) * 30} l ${120 + at * 10} 400 l S`,
  }));
  expect(
    await figuresOf([line('Zebras', 72, 700), ...strokes, line('Figure 7. The pulse of a zebra.', 100, 380)]),
  ).toMatchObject([{ kind: 'drawing', caption: 'Figure 7. The pulse of a zebra.' }]);
  expect(await figuresOf([line('Zebras', 72, 700), ...strokes])).toEqual([]);
});

describe('a hostile picture', () => {
  /** A PDF whose image claims 60,000 by 60,000 pixels, or contains garbage. */
  const withImage = (size: string, data: Buffer): Uint8Array =>
    Buffer.from(
      Buffer.from(writePdf({ pages: [[line('Zebras graze on the plain.', 72, 700), { operators: 'MARK' }]] }))
        .toString('latin1')
        .replace(
          'q MARK Q',
          `q 300 0 0 300 100 300 cm BI ${size} /CS /G /BPC 8 /F /Fl ID ${data.toString('latin1')}\nEI Q`,
        ),
      'latin1',
    );

  it.each([
    ['of 60,000 by 60,000 pixels', '/W 60000 /H 60000', deflateSync(Buffer.alloc(1_000_000))],
    ['that unpacks to more than it declares', '/W 10 /H 10', deflateSync(Buffer.alloc(50_000_000))],
    ['that is garbage', '/W 100 /H 100', Buffer.from('rubbish, all of it')],
  ])('%s loses no word of its document', async (_, size, data) => {
    const { pages } = await extractor.extract(withImage(size, data), 'pdf');
    expect(pages).toMatchObject([{ readBy: 'native' }]);
    expect(pages[0]?.text).toContain('Zebras graze on the plain.');
  });
});

const image = encodePng(
  (() => {
    const { width, height, pixels } = photograph(120, 80);
    return {
      width,
      height,
      pixels: Uint8Array.from({ length: pixels.length * 3 }, (_, at) => pixels[Math.floor(at / 3)] ?? 0),
    };
  })(),
);

describe('a picture in an HTML file', () => {
  const html = (body: string) =>
    extractor.extract(Buffer.from(`<html><body><p>Zebras graze.</p>${body}</body></html>`), 'html');
  const source = `data:image/png;base64,${Buffer.from(image).toString('base64')}`;

  it('is a figure with its caption, re-encoded', async () => {
    const { figures = [] } = await html(
      `<figure><img src="${source}" alt="a zebra"><figcaption>Figure 1. A zebra at rest.</figcaption></figure>`,
    );
    expect(figures).toMatchObject([
      { page: 1, kind: 'picture', caption: 'Figure 1. A zebra at rest.', width: 120, height: 80 },
    ]);
    expect((await html(`<p><img src="${source}" alt="A zebra"></p>`)).figures).toMatchObject([
      { caption: 'A zebra' },
    ]);
  });

  it('is neither fetched, nor accepted in another format', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>').toString('base64');
    for (const src of [
      'https://example.org/zebra.png',
      `data:image/svg+xml;base64,${svg}`,
      `data:image/png;base64,${svg}`,
      'data:image/png;base64,????',
      `data:image/jpeg;base64,${Buffer.from([0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, 0xea, 0x60, 0xea, 0x60, 1]).toString('base64')}`,
    ])
      expect((await html(`<img src="${src}">`)).figures, src).toBeUndefined();
  });

  it('loses any bytes behind its end', async () => {
    const polyglot = Buffer.concat([image, Buffer.from('<script>alert(1)</script>')]);
    const { figures = [] } = await html(
      `<img src="data:image/png;base64,${polyglot.toString('base64')}" alt="zebra">`,
    );
    expect(Buffer.from(figures[0]?.image ?? []).includes('script')).toBe(false);
  });
});

describe('a picture in a Word document', () => {
  const word = (part: Uint8Array | undefined, target = 'media/zebra.png', mode = '') => {
    const relation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
    const paragraph = (text: string, more = '') => `<w:p>${more}<w:r><w:t>${text}</w:t></w:r></w:p>`;
    return extractor.extract(
      writeZip({
        '[Content_Types].xml':
          '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
        '_rels/.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relation}/officeDocument" Target="word/document.xml"/></Relationships>`,
        'word/_rels/document.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId7" Type="${relation}/image" Target="${target}"${mode}/></Relationships>`,
        'word/document.xml': `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="${relation}" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><w:body>${paragraph('Put the needle behind the shoulder of the zebra.')}<w:p><w:r><w:drawing><a:blip r:embed="rId7"/></w:drawing></w:r></w:p>${paragraph('The shoulder from the left.', '<w:pPr><w:pStyle w:val="Caption"/></w:pPr>')}</w:body></w:document>`,
        ...(part === undefined ? {} : { 'word/media/zebra.png': part }),
      }),
      'docx',
    );
  };

  it('is a figure with the paragraph that captions it', async () => {
    expect((await word(image)).figures).toMatchObject([
      {
        page: 1,
        kind: 'picture',
        caption: 'The shoulder from the left.',
        width: 120,
        anchors: expect.arrayContaining(['Put the needle behind the shoulder of the zebra.']),
      },
    ]);
  });

  it('is not a figure when it is missing, external or unreadable', async () => {
    for (const read of [
      word(undefined),
      word(image, 'https://example.org/zebra.png', ' TargetMode="External"'),
      word(image, '../../../etc/passwd'),
      word(Buffer.from('GIF89a')),
    ]) {
      const { pages, figures } = await read;
      expect(figures).toBeUndefined();
      expect(pages[0]?.text).toContain('Put the needle');
    }
  });
});
