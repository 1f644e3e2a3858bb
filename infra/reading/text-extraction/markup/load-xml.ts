// The slim build leaves out the HTML parser and the page loader.
import { type CheerioAPI, load } from 'cheerio/slim';
import { DomHandler } from 'domhandler';
import { Parser } from 'htmlparser2';
import { unreadableFile } from '../unreadable-file.ts';

/** Deeper than any document nests: a table in a table cell costs three levels. */
const deepest = 1000;

/**
 * Builds a tree up to a depth. The tags are counted as the parser itself reads them: whatever counts them in the text
 * can be misled, by end tags without a beginning, by quotation marks, and by remarks.
 */
class BoundedTree extends DomHandler {
  override onopentag(name: string, attributes: Record<string, string>): void {
    if (this.tagStack.length > deepest) throw unreadableFile('nested_too_deep');
    super.onopentag(name, attributes);
  }
}

/**
 * Parses XML into a tree. Every part of a file that becomes a tree is read here: the selectors that follow need
 * quadratic time for unbounded nesting, and tree writers recurse for each level.
 *
 * @throws Failure `nested_too_deep`
 */
export const loadXml = (text: string): CheerioAPI => {
  const options = { xmlMode: true };
  const tree = new BoundedTree(undefined, options);
  new Parser(tree, options).end(text);
  return load(tree.root, { xml: true });
};
