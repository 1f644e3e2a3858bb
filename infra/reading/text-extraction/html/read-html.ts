import type { ExtractedDocument } from '../../../../ports/text-extractor.ts';
import { drawFoundPictures, type PictureDrawing } from '../embedded-pictures/draw-found-pictures.ts';
import { decodeText } from '../text/decode-text.ts';
import { findHtmlPictures } from './find-html-pictures.ts';
import { htmlToText } from './html-to-text.ts';

/** Reads an HTML file as one page. */
export const readHtml = async (bytes: Uint8Array, drawing?: PictureDrawing): Promise<ExtractedDocument> => {
  const html = decodeText(bytes, true);
  const { text, ...metadata } = htmlToText(html);
  // If the search for figures crashes, the file is read again without them.
  drawing?.onFigures();
  const figures =
    drawing === undefined || drawing.skipFigures
      ? []
      : await drawFoundPictures(findHtmlPictures(html), drawing);
  return {
    pages: [{ page: 1, text, readBy: 'native' }],
    ...metadata,
    ...(figures.length > 0 ? { figures } : {}),
  };
};
