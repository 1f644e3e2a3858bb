import { namesDose } from '../../../clinical-text/names-dose.ts';
import type { ReadLine } from './read-line.ts';

/** A section number with its title: "2.1 Recommended Dosage", "8.11.2 Acute asthma", "12 CLINICAL PHARMACOLOGY". */
const numbered =
  /^(\d{1,2}(?:\.\d{1,2}){1,3}\.?|\d{1,2}(?=\s\p{Lu}{4}))\s+(?!(?:MG|ML|L|G|KG|MCG)\b)(\p{Lu}.*)$/u;
const longestTitle = 110;

/** Returns the parts of the section number in a line; `undefined` for any other line. */
export const sectionNumberOf = (text: string): readonly string[] | undefined => {
  if (text.length > longestTitle) return undefined;
  const [, number, title = ''] = numbered.exec(text) ?? [];
  if (number === undefined || /[.:;,]$/.test(title) || namesDose(title)) return undefined;
  if (!number.includes('.') && /\p{Ll}/u.test(title)) return undefined;
  return number.split('.').filter((part) => part !== '');
};

/** Whether one section is a part of another by their numbers: 8.11.2 of 8.11 and of 8. */
export const isPartOf = (part: readonly string[], whole: readonly string[]): boolean =>
  part.length > whole.length && whole.every((number, at) => part[at] === number);

/** A name between two rules of hyphens, as in the highlights of a drug label; also at the end of a line of text. */
const ruled =
  /^(?:(.{0,300}[^-–—­\s])\s{0,9})?[-–—­]{3,60}\s{0,9}([A-Z][A-Z,&/]*(?: [A-Z,&/]+){0,7})\s{0,9}[-–—­]{3,60}\s*$/;

/** Splits a line that ends in a ruled name into the text before it, an empty line and the name. */
const withRuledApart = (line: ReadLine): readonly ReadLine[] => {
  const [, before = '', name] = ruled.exec(line.text) ?? [];
  if (name === undefined) return [line];
  const blank = { text: '', place: line.place };
  return [...(before === '' ? [] : [{ ...line, text: before }]), blank, { ...line, text: name }, blank];
};

const heading = /^(?:#{1,6}\s+)?(?:[\p{L}\s]{0,40}:\s*)?(?:table of |list of )?contents\b.{0,20}$/iu;
/** The end of the contents of a drug label. */
const endOfContents = /\bsections or subsections omitted\b/i;
/** A title with dots or spaces up to its page number. */
const leader = /(?:\.\s?\.\s?\.\s?\.[.\s]{0,300}|…{2}[…\s]{0,300})[\divxl]{0,5}$/;
const titleWithPage = /^(?!\|)(?:[^.;]{0,120}\p{L}[)\]]?)\s+(?:i?\d{1,3})$/u;
const pageWithTitle = /^i\d{1,3}\s+\d/;

const isOfContents = ({ text }: ReadLine): boolean =>
  sectionNumberOf(text) !== undefined ||
  leader.test(text) ||
  (titleWithPage.test(text) && !namesDose(text)) ||
  pageWithTitle.test(text);

/**
 * This many entries below its heading form a table of contents, with at most this many other lines between two of
 * them.
 */
const fewestEntries = 4;
const mostBetween = 2;
/** The number of lines within which the contents of a drug label, which columns divide, must end. */
const longestOfLabel = 160;

const firstNumber = /^(\d{1,2})(?:\.\d{1,2})*\.?\s+\p{Lu}/u;

/** Returns the end of the table of contents that begins at a line, or the line itself if none does. */
const endOfEntries = (
  lines: readonly ReadLine[],
  from: number,
  isEntry: (line: ReadLine) => boolean,
): number => {
  let [last, entries, between, section] = [from, 0, 0, 0];
  for (let at = from; at < lines.length && between <= mostBetween; at += 1) {
    const line = lines[at];
    if (line === undefined || line.text === '') continue;
    const number = Number(firstNumber.exec(line.text)?.[1] ?? section);
    // The sections themselves start again with the first.
    if (number < section) break;
    section = number;
    if (isEntry(line)) [last, entries, between] = [at + 1, entries + 1, 0];
    else between += 1;
  }
  return entries >= fewestEntries ? last : from;
};

const endAt = (lines: readonly ReadLine[], from: number): number => {
  const text = lines[from]?.text ?? '';
  if (leader.test(text)) return endOfEntries(lines, from, (line) => leader.test(line.text));
  if (!heading.test(text)) return from;
  const near = lines.slice(from, from + longestOfLabel);
  const end = near.findIndex((line) => endOfContents.test(line.text));
  return end >= 0 ? from + end + 1 : endOfEntries(lines, from + 1, isOfContents);
};

/** Removes tables of contents, which name places without content, and separates section names printed between rules. */
export const withoutContents = (read: readonly ReadLine[]): readonly ReadLine[] => {
  const lines = read.flatMap(withRuledApart);
  const kept: ReadLine[] = [];
  let at = 0;
  while (at < lines.length) {
    const line = lines[at];
    if (line === undefined) break;
    const end = endAt(lines, at);
    const isContents = end > at + 1;
    kept.push(isContents ? { text: '', place: line.place } : line);
    at = isContents ? end : at + 1;
  }
  return kept;
};

/** Returns the lines that name a section by its number. Several in a row are the steps of a list. */
export const sectionLines = (texts: readonly string[]): ReadonlySet<number> => {
  const found = texts.flatMap((text, at) => {
    const number = sectionNumberOf(text.replace(/^#{1,6}\s+/, ''));
    return number === undefined ? [] : [{ at, depth: number.length }];
  });
  const isNext = (one: number, other: number): boolean =>
    texts.slice(one + 1, other).every((text) => text === '');
  return new Set(
    found.flatMap(({ at, depth }, index) => {
      const [before, after] = [found[index - 1], found[index + 1]];
      const isOfSteps =
        (before?.depth === depth && isNext(before.at, at)) ||
        (after?.depth === depth && isNext(at, after.at));
      const above = texts[at - 1] ?? '';
      const isApart = above === '' || above.startsWith('#') || /[.:;!?)\]]$/.test(above);
      return isOfSteps || !isApart ? [] : [at];
    }),
  );
};
