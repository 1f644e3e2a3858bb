import { maxFigures } from '../../../../domain/knowledge/figure.ts';
import type { ExtractedDocument } from '../../../../ports/text-extractor.ts';
import {
  drawFoundPictures,
  type FoundPicture,
  type PictureDrawing,
} from '../embedded-pictures/draw-found-pictures.ts';
import { findHtmlPictures } from '../html/find-html-pictures.ts';
import { unpackPart } from '../office/unpack-parts.ts';

/** A page as HTML, whose pictures are parts of its file. */
export type PictureSheet = {
  readonly page: number;
  /** Writes it: pages are not kept, because together they may need more memory than there is. */
  readonly html: () => string;
  /** Returns the name of the part at an address; by default the address is the name. */
  readonly partAt?: (address: string) => string;
};

/** An address outside of the file. Nothing is fetched. */
const outside = /^(?:[a-z][a-z\d+.-]*:|\/\/)/i;

/** Draws the pictures of a file in several pages, such as slides or chapters. */
export const drawPagePictures = async (
  bytes: Uint8Array,
  pages: readonly PictureSheet[],
  drawing: PictureDrawing | undefined,
): Promise<Pick<ExtractedDocument, 'figures'>> => {
  if (drawing === undefined) return {};
  // If the search for figures crashes, the file is read again without them.
  drawing.onFigures();
  if (drawing.skipFigures) return {};
  const found: FoundPicture[] = [];
  for (const { page, html, partAt = (address: string) => address } of pages) {
    if (found.length >= maxFigures) break;
    const ofPage = findHtmlPictures(html(), (address) => {
      if (address === '' || outside.test(address)) return undefined;
      const name = partAt(address);
      return { name, read: () => unpackPart(bytes, name) };
    });
    for (const picture of ofPage) found.push({ ...picture, page });
  }
  const figures = await drawFoundPictures(found.slice(0, maxFigures), drawing);
  return figures.length > 0 ? { figures } : {};
};
