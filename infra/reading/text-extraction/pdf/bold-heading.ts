import { headingOf, isSectionName } from '../../../../domain/knowledge/chunking/heading-of.ts';
import { readsAsTitle } from '../../../../domain/knowledge/chunking/reads-as-title.ts';
import { widthOfFirstWord } from './item-lines.ts';
import { listMark } from './list-mark.ts';
import type { Box } from './page-character.ts';
import { startsParagraph } from './starts-paragraph.ts';

/** A line of a page, or a placeholder without text. */
type PrintedLine = Box & {
  readonly text: string;
  readonly size: number;
  /** The ruled cell that contains it. */
  readonly cell: string | undefined;
  /** True when it is one piece of bold print, with a number before it at most. */
  readonly isBoldAlone?: boolean | undefined;
};

/** What surrounds a line that may be a heading. */
type Surroundings = {
  readonly lines: readonly PrintedLine[];
  /** The right edge of the lines. */
  readonly right: number;
  /** The first line of the block that follows. */
  readonly after: PrintedLine | undefined;
};

/** Largest share of the letters of a page in bold print: with more of it, bold print marks nothing. */
const mostBold = 0.35;
/** Longest heading in bold print, in characters and in lines. */
const longest = 120;
const mostLines = 2;
/** Largest distance of the text below, as a multiple of the height of the heading. */
const furthest = 2;

const height = ({ bottom, top }: Box): number => top - bottom;

/** True when bold print stands out on a page. */
export const standsOut = (lines: readonly PrintedLine[]): boolean => {
  let [bold, all] = [0, 0];
  for (const { text, isBoldAlone } of lines) {
    all += text.length;
    if (isBoldAlone === true) bold += text.length;
  }
  return bold > 0 && bold <= mostBold * all;
};

/** Starts with a capital letter, perhaps after a number. */
const begins = /^(?:\(?[\d.]{1,8}[.)]?\s{1,9})?[“"(]?\p{Lu}/u;
/** The end of a sentence, of an item, or the line of a form. */
const endsOtherwise = /[.,;!]["”’)]?$|_{2}|\.{4}|\|/;
const dateOrPage = /\d{1,4}[-/.]\d{1,2}[-/.]\d{2,4}|\bpage\s+\d/i;
/** What is said rather than named: a rule must not become the name of a section. */
const rule =
  /\b(?:do not|don['’]t|never|always|must|should|shall|contra-?indicated|not to exceed|only if|is|are|has|have)\b/i;
const numberMark = /^\(?\d{1,3}[.)]\s{1,9}/;

/** True for a text that can be the title of a section although nothing but its weight says so. */
const namesSection = (text: string): boolean => {
  const name = text.replace(numberMark, '');
  return (
    text.length <= longest &&
    readsAsTitle(text) &&
    begins.test(text) &&
    /\p{L}{3}/u.test(text) &&
    !endsOtherwise.test(text) &&
    !dateOrPage.test(text) &&
    !rule.test(text) &&
    // The text in bold beside a number is a step as often as a title.
    (!listMark.test(text) || (name !== text && isSectionName(name)))
  );
};

/** True when the line before has come to its end: it closes a sentence, or left room for the first word of the next. */
const hasEnded = (previous: PrintedLine | undefined, line: PrintedLine, right: number): boolean =>
  previous === undefined ||
  previous.text === '' ||
  startsParagraph(previous, line) ||
  /[.:;!?)\]]$/.test(previous.text) ||
  previous.right + widthOfFirstWord(line) + line.size <= right;

/** True for text right below a heading that can be what it heads. */
const isHeaded = (heading: PrintedLine, text: PrintedLine | undefined): boolean =>
  text !== undefined &&
  text.isBoldAlone !== true &&
  text.cell === heading.cell &&
  Math.abs(text.size - heading.size) <= 0.25 * heading.size &&
  text.left < heading.right &&
  heading.left < text.right &&
  text.left >= heading.left - 2 * heading.size &&
  heading.bottom - text.top <= furthest * height(heading) &&
  !/^\p{Ll}/u.test(text.text) &&
  (listMark.test(text.text) || /^[-–]\s/.test(text.text) || text.text.split(' ').length >= 3);

/**
 * Returns the heading that begins at a line and is known by its bold print alone, with its number of lines: in the size
 * of the text, alone on its line, followed by text that is not bold. Lines that are headings by their words, such as
 * those in capitals, are none of these. Whole paragraphs in bold print are no headings, nor are steps, rules and doses.
 */
export const boldHeadingAt = (
  at: number,
  { lines, right, after }: Surroundings,
): { readonly text: string; readonly lines: number } | undefined => {
  const [previous, first] = [lines[at - 1], lines[at]];
  if (first?.isBoldAlone !== true || !hasEnded(previous, first, right)) return undefined;
  if (previous?.isBoldAlone === true && !startsParagraph(previous, first)) return undefined;
  let count = 1;
  for (let next = lines[at + 1]; next?.isBoldAlone === true; next = lines[at + count]) {
    if (startsParagraph(lines[at + count - 1], next)) break;
    count += 1;
    if (count > mostLines) return undefined;
  }
  const [last, second] = [lines[at + count - 1], lines[at + 1]];
  const isBroken = second !== undefined && first.right + widthOfFirstWord(second) + first.size > right;
  if (last === undefined || (count > 1 && !isBroken)) return undefined;
  const text = lines
    .slice(at, at + count)
    .map((line) => line.text)
    .join(' ');
  const isHeading =
    namesSection(text) && headingOf(text) === undefined && isHeaded(last, lines[at + count] ?? after);
  return isHeading ? { text, lines: count } : undefined;
};
