import { type CheerioAPI, load } from 'cheerio';
import { adapter } from 'parse5-htmlparser2-tree-adapter';
import { withoutDeepTags } from '../markup/nesting.ts';
import { unreadableFile } from '../unreadable-file.ts';

/**
 * Deepest element that keeps its own level. The parser searches all open elements for each new one: 100,000 nested
 * elements took it four minutes.
 */
const deepestTag = 500;
/**
 * Most elements that may be open at once: up to four for each that is counted, as in a table in a table cell. Tags
 * can be written so that they are counted wrongly, but the parser itself knows what is open.
 */
const mostOpen = 5 * deepestTag;

/** Builds a tree, unless too many elements are open at once. */
const boundedTree = (): typeof adapter => {
  let open = 0;
  return {
    ...adapter,
    onItemPush: () => {
      open += 1;
      if (open > mostOpen) throw unreadableFile('nested_too_deep');
    },
    onItemPop: () => {
      open -= 1;
    },
  };
};

/**
 * Parses a page in time bounded by its length.
 *
 * @throws Failure `nested_too_deep` when it is written so that it only seems flat
 */
export const loadHtml = (html: string): CheerioAPI =>
  load(withoutDeepTags(deepestTag, html), { treeAdapter: boundedTree() });
