import { normalizeProtocolNumber } from './protocol-numbers.ts';

/** What a document's first page says about it. */
export type DocumentIdentity = { readonly title?: string; readonly protocolNumber?: string };

/** Lines at the top of a document in which its title and number are looked for. */
const headLines = 14;
const headCharacters = 1200;
const longestTitle = 160;

const number = String.raw`((?:[A-Za-z]{1,3}-)?\d{1,5}(?:\.\d{1,2})?[a-z]?(?:-[A-Za-z]{1,2})?)(?![\w/])`;
const announcedNumber = new RegExp(
  String.raw`\b(?:ref(?:erence)?|policy|protocol|procedure|guideline|standing order)\.?\s*(?:(?:no|number|num)\b\.?\s*[:#]?|#|id\s*:)\s*${number}`,
  'i',
);
const namedNumber =
  /\b(?:policy|protocol|procedure|guideline|reference)\s+((?:[A-Z]{1,3}-)?\d{2,5}(?:\.\d{1,2})?(?:-[A-Z]{1,2})?|[A-Z]{1,2}-\d{1,3}|\d{1,2}\.\d{1,2})(?![\w/])/i;
const numberedTitle =
  /^((?:[A-Z]{1,3}-\d{1,4}|\d{3,5})(?:\.\d{1,2})?(?:-[A-Z]{1,2})?|\d{1,2}\.\d{1,2})\s*[-–:.]?\s+(?=\p{L}{3})(.+)$/u;
const label =
  /^(?:#{1,6}\s*)?(?:subject|title|(?:treatment )?protocol(?: title| name)?|policy(?: title| name)?|procedure(?: title| name)?|guideline)\s*:\s*(.+)$/i;
const notATitle =
  /^(?:page|revised|effective|supersedes|approved|purpose|authority|date|department of|county of|state of|city of|university)\b/i;
const trailingReference =
  /[\s,;–-]*\b(?:ref(?:erence)?|policy|protocol|procedure)\.?\s*(?:no\.?|number|#)\s*:?\s*[\w.-]+\s*$|[\s,;–-]*\bpage \d+(?: of \d+)?\s*$/i;
const capitals = /^[^a-z]*[A-Z][^a-z]*$/;

const tidy = (title: string): string => title.replace(trailingReference, '').replace(/\s+/g, ' ').trim();

/** The rest of a title in capitals that goes on in the next line, unless that line starts something else. */
const withNextLine = (title: string, next: string | undefined): string => {
  if (next === undefined || next.length > 60 || next.includes(':')) return title;
  const goesOn = capitals.test(title) && capitals.test(next) && !notATitle.test(next) && /^[A-Z]/.test(next);
  return goesOn ? `${title} ${tidy(next)}` : title;
};

const titleIn = (lines: readonly string[]): string | undefined => {
  for (const [index, line] of lines.entries()) {
    const labelled = label.exec(line)?.[1];
    if (labelled && tidy(labelled) !== '') return withNextLine(tidy(labelled), lines[index + 1]);
  }
  const heading = lines.find((line) => /^#\s/.test(line));
  if (heading) return tidy(heading.replace(/^#\s+/, ''));
  const numbered = lines.slice(0, 4).find((line) => numberedTitle.test(line) && !notATitle.test(line));
  const title = numbered === undefined ? undefined : numberedTitle.exec(numbered)?.[2];
  return title === undefined ? undefined : tidy(title);
};

/**
 * Reads a document's title and protocol number from the top of its text, where agencies print them: labelled
 * ("SUBJECT: …", "Treatment Protocol: …"), as a Markdown heading, or after the number ("S-122 Allergic Reaction").
 * What is not clearly there is left out.
 *
 * @param text the beginning of the document, or all of it
 */
export const identifyDocument = (text: string): DocumentIdentity => {
  const lines = text
    .slice(0, headCharacters)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .slice(0, headLines);
  const head = lines.join('\n');
  const title = titleIn(lines)?.slice(0, longestTitle);
  const found =
    announcedNumber.exec(head)?.[1] ??
    namedNumber.exec(lines.slice(0, 4).join('\n'))?.[1] ??
    lines
      .slice(0, 4)
      .map((line) => numberedTitle.exec(line)?.[1])
      .find((one) => one !== undefined);
  return {
    ...(title === undefined || title === '' ? {} : { title }),
    ...(found === undefined ? {} : { protocolNumber: normalizeProtocolNumber(found).toUpperCase() }),
  };
};
