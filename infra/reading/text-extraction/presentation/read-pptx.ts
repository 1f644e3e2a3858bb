import type { ExtractedDocument } from '../../../../ports/text-extractor.ts';
import type { PictureDrawing } from '../embedded-pictures/draw-found-pictures.ts';
import type { ExtractionLimits } from '../extraction-limits.ts';
import { htmlToText } from '../html/html-to-text.ts';
import { createLeftOutCount, type LeftOutCount } from '../left-out-count.ts';
import { coreProperties } from '../office/core-properties.ts';
import { parsePart } from '../office/parse-part.ts';
import { createPartTexts } from '../office/part-texts.ts';
import { relatedPart, relationshipsOf } from '../office/relationships.ts';
import { unpackParts } from '../office/unpack-parts.ts';
import { drawPagePictures } from '../page-pictures/draw-page-pictures.ts';
import { unreadableFile } from '../unreadable-file.ts';
import { type SlideReading, slideHtml } from './read-slide.ts';

/** Reads a PowerPoint presentation: each slide is a page, with its speaker notes below it. */
export const readPptx = async (
  bytes: Uint8Array,
  limits: ExtractionLimits,
  drawing?: PictureDrawing,
): Promise<ExtractedDocument> => {
  const parts = await unpackParts(bytes, limits, {
    isKind: (names) => names.includes('[Content_Types].xml') && names.some((name) => name.startsWith('ppt/')),
    damaged: 'file_damaged',
  });
  const main = relatedPart(relationshipsOf(parts, ''), 'officeDocument') ?? 'ppt/presentation.xml';
  const xml = parsePart(parts, main);
  if (xml === undefined) throw unreadableFile('file_damaged', { part: main });
  const relationships = relationshipsOf(parts, main);
  const referenced = xml.children(xml.child(xml.root, 'p:sldIdLst'), 'p:sldId').flatMap((slide) => {
    const target = relationships.get(xml.attribute(slide, 'r:id') ?? '')?.target;
    return target === undefined ? [] : [target];
  });
  // Each slide is listed once; a small file could otherwise unpack to any size.
  const slides = [...new Set(referenced)];
  if (slides.length > limits.maxPages)
    throw unreadableFile('too_many_pages', { pages: slides.length, limit: limits.maxPages });
  const count = createLeftOutCount();
  const readingWith = (counted: LeftOutCount): SlideReading => ({
    parts,
    count: counted,
    texts: createPartTexts(counted),
  });
  const [forText, forPictures] = [readingWith(count), readingWith(createLeftOutCount())];
  const sheets = slides.map((name, index) => ({
    page: index + 1,
    html: () => slideHtml(forPictures, name),
  }));
  const pages = slides.map((name, index) => {
    const { text, leftOut } = htmlToText(slideHtml(forText, name), { listNumbers: 'in-text' });
    count.add(leftOut);
    return { page: index + 1, text, readBy: 'native' as const };
  });
  return {
    pages,
    ...coreProperties(parts),
    leftOut: count.result(),
    ...(await drawPagePictures(bytes, sheets, drawing)),
  };
};
