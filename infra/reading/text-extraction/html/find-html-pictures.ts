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

/** The bytes of a picture, and what identifies it. */
type PictureSource = Pick<FoundPicture, 'name' | 'read'>;

const encodedPicture = (address: string): PictureSource | undefined =>
  address.length <= longest && embedded.test(address.slice(0, 40))
    ? { read: async () => Buffer.from(address.replace(embedded, ''), 'base64') }
    : undefined;

/**
 * Finds the pictures embedded in an HTML page, with their captions. `sourceOf` finds those that are other parts of the
 * same file by their address.
 */
export const findHtmlPictures = (
  html: string,
  sourceOf?: (address: string) => PictureSource | undefined,
): readonly FoundPicture[] => {
  if (!html.includes('data:image') && (sourceOf === undefined || !html.includes('<img'))) return [];
  const $ = loadHtml(html);
  return $('img')
    .toArray()
    .flatMap((image) => {
      const { src = '' } = image.attribs;
      const source = encodedPicture(src) ?? sourceOf?.(src);
      return source === undefined ? [] : [{ image, source }];
    })
    .slice(0, maxFigures)
    .map(({ image, source }): FoundPicture => {
      const figure = $(image).closest('figure');
      const caption = beginningOf(figure.find('figcaption')[0]);
      const alternative = image.attribs.alt ?? '';
      const around = figure.length > 0 ? figure : $(image).closest('p, div, td, li');
      // A picture between two paragraphs is a block itself.
      const block = around.length > 0 ? around : $(image);
      const after = beginningOf(block.next()[0]);
      const said = [caption, readsAsCaption(after.trim()) ? after : '', alternative].find(
        (text) => text.trim() !== '',
      );
      return {
        ...source,
        caption: said,
        anchors: [caption, beginningOf(block[0]), beginningOf(block.prev()[0]), after],
      };
    });
};
