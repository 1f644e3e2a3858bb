import type { Element } from 'domhandler';
import type { ExtractedDocument } from '../../../../ports/text-extractor.ts';
import type { PictureDrawing } from '../embedded-pictures/draw-found-pictures.ts';
import type { ExtractionLimits } from '../extraction-limits.ts';
import { htmlToText } from '../html/html-to-text.ts';
import { createLeftOutCount } from '../left-out-count.ts';
import { drawPagePictures } from '../page-pictures/draw-page-pictures.ts';
import { unreadableFile } from '../unreadable-file.ts';
import { openContainer } from './open-container.ts';
import { readOpenStyles } from './open-styles.ts';
import { createOpenTextReader } from './open-text.ts';
import { formulaIn } from './read-odt.ts';

/** Reads an OpenDocument presentation: each slide is a page, with its speaker notes below it. */
export const readOdp = async (
  bytes: Uint8Array,
  limits: ExtractionLimits,
  drawing?: PictureDrawing,
): Promise<ExtractedDocument> => {
  const { parts, content: xml, styles: shared, about } = await openContainer(bytes, limits);
  const body = xml.child(xml.child(xml.root, 'office:body'), 'office:presentation');
  if (body === undefined) throw unreadableFile('format_mismatch');
  const slides = xml.children(body, 'draw:page');
  if (slides.length > limits.maxPages)
    throw unreadableFile('too_many_pages', { pages: slides.length, limit: limits.maxPages });
  const count = createLeftOutCount();
  const styles = readOpenStyles([shared, xml]);
  const reader = createOpenTextReader({ xml, styles, count, formulaOf: formulaIn(parts, count) });
  const classOf = (element: Element): string | undefined => xml.attribute(element, 'presentation:class');

  const slideHtml = (slide: Element): string => {
    const shapes = slide.children.filter(
      (node): node is Element => node.type === 'tag' && xml.nameOf(node) !== 'presentation:notes',
    );
    if (styles.isHiddenPart(xml.attribute(slide, 'draw:style-name'))) {
      if (shapes.some((shape) => xml.$(shape).text().trim() !== '')) count.hide();
      return '';
    }
    const titles = shapes.filter((shape) => classOf(shape) === 'title');
    const title = titles.map((shape) => reader.read(shape)).join(' ');
    const others = shapes.filter((shape) => !titles.includes(shape) && classOf(shape) !== 'page-number');
    const notes = xml
      .children(xml.child(slide, 'presentation:notes'), 'draw:frame')
      .filter((frame) => classOf(frame) === 'notes')
      .map((frame) => reader.read(frame))
      .join('\n');
    return [
      title.trim() === '' ? '' : `<h2>${title.replace(/<\/?p>/g, ' ')}</h2>`,
      ...others.map((shape) => reader.read(shape)),
      reader.takeNotes(),
      notes.trim() === '' ? '' : `<h3>Speaker notes</h3>\n${notes}`,
    ].join('\n');
  };
  const sheets = slides.map((slide, index) => ({ page: index + 1, html: slideHtml(slide) }));
  const pages = sheets.map(({ page, html }) => {
    const { text, leftOut } = htmlToText(html, { listNumbers: 'in-text' });
    count.add(leftOut);
    return { page, text, readBy: 'native' as const };
  });
  return {
    pages,
    ...about,
    leftOut: count.result(),
    ...(await drawPagePictures(
      bytes,
      sheets.map(({ page, html }) => ({ page, html: () => html })),
      drawing,
    )),
  };
};
