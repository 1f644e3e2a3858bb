import { describe, expect, it } from 'vitest';
import { encodePng } from '../../../../../infra/reading/pictures/encode-png.ts';
import type { PictureDrawing } from '../../../../../infra/reading/text-extraction/embedded-pictures/draw-found-pictures.ts';
import { readEpub } from '../../../../../infra/reading/text-extraction/epub/read-epub.ts';
import { defaultExtractionLimits } from '../../../../../infra/reading/text-extraction/extraction-limits.ts';
import { readOdp } from '../../../../../infra/reading/text-extraction/open-document/read-odp.ts';
import { readOdt } from '../../../../../infra/reading/text-extraction/open-document/read-odt.ts';
import { readPptx } from '../../../../../infra/reading/text-extraction/presentation/read-pptx.ts';
import type { ExtractedDocument } from '../../../../../ports/text-extractor.ts';
import { writeEpub } from '../../../../support/office-files/write-epub.ts';
import { writeOpenDocument } from '../../../../support/office-files/write-open-document.ts';
import {
  drawingParagraph,
  drawingRun,
  shape,
  writePptx,
} from '../../../../support/office-files/write-pptx.ts';

const picture = encodePng({ width: 120, height: 90, pixels: new Uint8Array(120 * 90 * 3).fill(90) });
const drawing: PictureDrawing = {
  pdfium: () => Promise.reject(new Error('A PNG is drawn without PDFium.')),
  onFigures: () => {},
  skipFigures: false,
};
const figuresOf = ({ figures = [] }: ExtractedDocument) =>
  figures.map(({ page, kind, caption, anchors, width, height }) => ({
    page,
    kind,
    caption,
    anchors,
    width,
    height,
  }));
const limits = defaultExtractionLimits;
const size = { kind: 'picture', width: 120, height: 90 };

const slideText = (text: string, placeholder?: string): string =>
  shape(drawingParagraph(drawingRun(text)), placeholder);
const slidePicture = (id: string, description = '', further = ''): string =>
  `<p:pic><p:nvPicPr><p:cNvPr id="3" name="Picture 3" descr="${description}"${further}/><p:cNvPicPr/><p:nvPr/></p:nvPicPr><p:blipFill><a:blip r:embed="${id}"/></p:blipFill><p:spPr/></p:pic>`;
const relations = { rId7: ['image', '../media/image1.png'] } as const;
const parts = { 'ppt/media/image1.png': picture };

describe('the pictures of a presentation', () => {
  it('are figures of their slides', async () => {
    const file = writePptx({
      slides: [
        { shapes: slideText('Airway of a child', 'title') },
        {
          shapes: `${slideText('Algorithm of the airway', 'title')}${slidePicture('rId7', 'The steps of the airway')}`,
          relations,
        },
      ],
      parts,
    });
    const read = await readPptx(file, limits, drawing);
    expect(figuresOf(read)).toEqual([
      {
        page: 2,
        caption: 'The steps of the airway',
        anchors: ['Algorithm of the airway'],
        ...size,
      },
    ]);
    expect(read.pages.map(({ text }) => text.trim())).toEqual([
      '## Airway of a child',
      '## Algorithm of the airway',
    ]);
  });

  it('fill shapes, too', async () => {
    const filled = slideText('Steps of the airway').replace(
      '<p:spPr/>',
      '<p:spPr><a:blipFill><a:blip r:embed="rId7"/></a:blipFill></p:spPr>',
    );
    const read = await readPptx(
      writePptx({ slides: [{ shapes: filled, relations }], parts }),
      limits,
      drawing,
    );
    expect(figuresOf(read)).toMatchObject([{ page: 1, ...size }]);
  });

  it.each([
    ['hidden', slidePicture('rId7', '', ' hidden="1"')],
    ['outside of the file', slidePicture('rId8')],
    ['missing', slidePicture('rId9')],
  ])('are none when %s', async (_, pictures) => {
    const shapes = slideText('Algorithm of the airway', 'title') + pictures;
    const slides = [{ shapes, relations: { ...relations, rId9: ['image', '../media/image9.png'] as const } }];
    expect(figuresOf(await readPptx(writePptx({ slides, parts }), limits, drawing))).toEqual([]);
  });

  it('of an OpenDocument file are figures of their slides', async () => {
    const frame = (content: string): string => `<draw:frame>${content}</draw:frame>`;
    const box = (text: string): string => frame(`<draw:text-box><text:p>${text}</text:p></draw:text-box>`);
    const image = frame(
      '<draw:image xlink:href="./Pictures/one.png"/><svg:desc>The steps of the airway</svg:desc>',
    );
    const body = `<draw:page>${box('Airway of a child')}</draw:page><draw:page>${box('Algorithm of the airway')}${image}</draw:page>`;
    const file = writeOpenDocument({ kind: 'presentation', body, parts: { 'Pictures/one.png': picture } });
    const read = await readOdp(file, limits, drawing);
    expect(figuresOf(read)).toMatchObject([{ page: 2, caption: 'The steps of the airway', ...size }]);
    expect(read.pages.map(({ text }) => text.trim())).toEqual([
      'Airway of a child',
      'Algorithm of the airway',
    ]);
  });
});

describe('the pictures of an OpenDocument text', () => {
  it('are its figures, with their captions', async () => {
    const body =
      '<text:p>Look at the airway of the child first.<draw:frame><draw:image xlink:href="Pictures/one.png"/></draw:frame></text:p>' +
      '<text:p>Figure 1. The steps of the airway</text:p><text:p>Then look at the breathing.</text:p>';
    const file = writeOpenDocument({ kind: 'text', body, parts: { 'Pictures/one.png': picture } });
    const read = await readOdt(file, limits, drawing);
    expect(figuresOf(read)).toMatchObject([
      { page: 1, caption: 'Figure 1. The steps of the airway', ...size },
    ]);
    expect(read.pages[0]?.text.trim().split(/\n+/)).toEqual([
      'Look at the airway of the child first.',
      'Figure 1. The steps of the airway',
      'Then look at the breathing.',
    ]);
  });
});

describe('the pictures of an e-book', () => {
  const chapter = (body: string): string => `<html><head><title>c</title></head><body>${body}</body></html>`;

  it('are figures of their chapters', async () => {
    const file = writeEpub({
      chapters: [
        chapter('<p>Look at the airway.</p>'),
        chapter(
          '<p>Look at the breathing of the child.</p><figure><img src="../images/one%201.png"/><figcaption>Figure 2. The steps of breathing</figcaption></figure>',
        ),
      ],
      parts: { 'OEBPS/images/one 1.png': picture },
    });
    const read = await readEpub(file, limits, drawing);
    expect(figuresOf(read)).toMatchObject([
      { page: 2, caption: 'Figure 2. The steps of breathing', ...size },
    ]);
  });

  it.each(['https://example.org/one.png', '//example.org/one.png', '../images/none.png', ''])(
    'are none at the address "%s"',
    async (address) => {
      const file = writeEpub({ chapters: [chapter(`<p>Look at the airway.</p><img src="${address}"/>`)] });
      expect(figuresOf(await readEpub(file, limits, drawing))).toEqual([]);
    },
  );
});
