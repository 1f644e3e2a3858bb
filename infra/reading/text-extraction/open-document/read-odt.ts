import type { ExtractedDocument } from '../../../../ports/text-extractor.ts';
import type { PictureDrawing } from '../embedded-pictures/draw-found-pictures.ts';
import type { ExtractionLimits } from '../extraction-limits.ts';
import { htmlToText } from '../html/html-to-text.ts';
import { createLeftOutCount, type LeftOutCount } from '../left-out-count.ts';
import type { OfficeXml } from '../office/office-xml.ts';
import { parsePart } from '../office/parse-part.ts';
import { createPartTexts } from '../office/part-texts.ts';
import type { Parts } from '../office/unpack-parts.ts';
import { drawPagePictures } from '../page-pictures/draw-page-pictures.ts';
import { unreadableFile } from '../unreadable-file.ts';
import { openContainer } from './open-container.ts';
import { readOpenStyles } from './open-styles.ts';
import { createOpenTextReader } from './open-text.ts';

const END_OF_ANNOTATION = '</annotation>';

/** Removes the source that the author typed from a formula. */
const withoutAnnotation = (written: string): string => {
  const start = written.search(/<annotation[\s>]/);
  const end = start < 0 ? -1 : written.indexOf(END_OF_ANNOTATION, start);
  return end < 0 ? written : written.slice(0, start) + written.slice(end + END_OF_ANNOTATION.length);
};

const readFormula = (xml: OfficeXml | undefined): string | undefined =>
  xml === undefined || !/(?:^|:)math$/.test(xml.root.name)
    ? undefined
    : withoutAnnotation(xml.$.xml(xml.root).replace(/<(\/?)[\w-]{1,20}:(?=[a-z])/g, '<$1'));

/** Returns a function that reads the formula in an object of the file, as MathML. */
export const formulaIn = (parts: Parts, count: LeftOutCount) => {
  const texts = createPartTexts(count);
  return (address: string): string | undefined => {
    const name = `${address.replace(/^\.\//, '')}/content.xml`;
    return texts.textOf(name, () => readFormula(parsePart(parts, name)));
  };
};

/** Collects page headers and footers: the number and date of a policy often appear only there. */
const edgesOf = (
  styles: OfficeXml | undefined,
  read: (xml: OfficeXml, count: LeftOutCount) => ReturnType<typeof createOpenTextReader>,
  count: LeftOutCount,
) => {
  const edges = { header: new Set<string>(), footer: new Set<string>() };
  if (styles === undefined) return edges;
  const reader = read(styles, count);
  const masters = styles.children(styles.child(styles.root, 'office:master-styles'), 'style:master-page');
  for (const master of masters)
    for (const [edge, names] of [
      ['header', ['style:header-first', 'style:header', 'style:header-left']],
      ['footer', ['style:footer', 'style:footer-left', 'style:footer-first']],
    ] as const)
      for (const name of names) {
        const html = reader.read(styles.child(master, name));
        if (html.trim() !== '') edges[edge].add(html);
      }
  return edges;
};

/** Reads an OpenDocument text as one page: its pages exist only in print. */
export const readOdt = async (
  bytes: Uint8Array,
  limits: ExtractionLimits,
  drawing?: PictureDrawing,
): Promise<ExtractedDocument> => {
  const { parts, content, styles: shared, about } = await openContainer(bytes, limits);
  const body = content.child(content.child(content.root, 'office:body'), 'office:text');
  if (body === undefined) throw unreadableFile('format_mismatch');
  const count = createLeftOutCount();
  const styles = readOpenStyles([shared, content]);
  const formulaOf = formulaIn(parts, count);
  const readerOf = (xml: OfficeXml) => createOpenTextReader({ xml, styles, count, formulaOf });
  const { header, footer } = edgesOf(shared, readerOf, count);
  const reader = readerOf(content);
  const text = reader.read(body);
  const html = [...header, text, reader.takeNotes(), ...footer].join('\n');
  const read = htmlToText(html, { listNumbers: 'in-text' });
  count.add(read.leftOut);
  return {
    pages: [{ page: 1, text: read.text, readBy: 'native' }],
    ...about,
    leftOut: count.result(),
    ...(await drawPagePictures(bytes, [{ page: 1, html: () => text }], drawing)),
  };
};
