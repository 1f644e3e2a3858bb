import { load } from 'cheerio';
import { maxFigures } from '../../../domain/knowledge/figure.ts';
import type { FoundPicture } from '../embedded-pictures/draw-found-pictures.ts';
import { readsAsCaption } from '../figures/reads-as-caption.ts';

/** Pictures that are in the file itself: nothing is fetched, and no drawing in SVG is looked at. */
const embedded = /^data:image\/(?:png|jpe?g);base64,/i;
/** Longest picture as it is written, in characters. */
const longest = 40 * 1024 * 1024;

/** The pictures that an HTML page holds in itself, with their captions. */
export const findHtmlPictures = (html: string): readonly FoundPicture[] => {
  if (!html.includes('data:image')) return [];
  const $ = load(html);
  return $('img')
    .toArray()
    .filter(({ attribs: { src = '' } }) => src.length <= longest && embedded.test(src.slice(0, 40)))
    .slice(0, maxFigures)
    .map((image): FoundPicture => {
      const figure = $(image).closest('figure');
      const caption = figure.find('figcaption').first().text();
      const alternative = image.attribs.alt ?? '';
      const block = figure.length > 0 ? figure : $(image).closest('p, div, td, li');
      const after = block.next().text();
      const said = [caption, readsAsCaption(after.trim()) ? after : '', alternative].find(
        (text) => text.trim() !== '',
      );
      return {
        read: async () => Buffer.from((image.attribs.src ?? '').replace(embedded, ''), 'base64'),
        caption: said,
        anchors: [caption, block.text(), block.prev().text(), after],
      };
    });
};
