import type { AnyNode } from 'domhandler';
import { maxFigures } from '../../../../domain/knowledge/figure.ts';
import type { FoundPicture } from '../embedded-pictures/draw-found-pictures.ts';
import { readsAsCaption } from '../figures/reads-as-caption.ts';
import { loadHtml } from './load-html.ts';

/** Matches pictures inside the file itself: nothing is fetched, and SVG is not read. */
const embedded = /^data:image\/(?:png|jpe?g);base64,/i;
/** Longest encoded picture, in characters. */
const longest = 40 * 1024 * 1024;

/** Most characters to read of the text next to a picture, which may be a whole book: more than is stored. */
const mostBeside = 2_000;
/** Most nodes to visit for them. */
const mostNodes = 1_000;

/** Returns the beginning of an element's text. */
const beginningOf = (root: AnyNode | undefined): string => {
  if (root === undefined) return '';
  const stack = [root];
  let text = '';
  for (let seen = 0; seen < mostNodes && text.length < mostBeside; seen += 1) {
    const node = stack.pop();
    if (node === undefined) break;
    if (node !== root && node.next !== null) stack.push(node.next);
    if (node.type === 'text') text += node.data;
    else if ('children' in node && node.children[0] !== undefined) stack.push(node.children[0]);
  }
  return text.slice(0, mostBeside);
};

/** Finds the pictures embedded in an HTML page, with their captions. */
export const findHtmlPictures = (html: string): readonly FoundPicture[] => {
  if (!html.includes('data:image')) return [];
  const $ = loadHtml(html);
  return $('img')
    .toArray()
    .filter(({ attribs: { src = '' } }) => src.length <= longest && embedded.test(src.slice(0, 40)))
    .slice(0, maxFigures)
    .map((image): FoundPicture => {
      const figure = $(image).closest('figure');
      const caption = beginningOf(figure.find('figcaption')[0]);
      const alternative = image.attribs.alt ?? '';
      const block = figure.length > 0 ? figure : $(image).closest('p, div, td, li');
      const after = beginningOf(block.next()[0]);
      const said = [caption, readsAsCaption(after.trim()) ? after : '', alternative].find(
        (text) => text.trim() !== '',
      );
      return {
        read: async () => Buffer.from((image.attribs.src ?? '').replace(embedded, ''), 'base64'),
        caption: said,
        anchors: [caption, beginningOf(block[0]), beginningOf(block.prev()[0]), after],
      };
    });
};
