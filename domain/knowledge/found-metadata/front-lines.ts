import type { ReadDocument } from '../infer-metadata.ts';

/** The most characters of a page that are examined. */
export const maxPageLength = 20_000;
/** Formats without pages come as a single page: its beginning and end stand for the first page. */
const headLines = 80;
const tailLines = 30;

const referencesHeading =
  /^(?:#{1,6}\s*)?(?:\d{1,2}\.?\s+)?(?:references?|bibliography|literature(?: cited)?|works cited|sources)\s*:?$/i;

/** The part of a line that is examined: a document describes itself at the beginning. */
const maxLineLength = 500;

/** The lines of a page, with single spaces. */
export const linesOf = (text: string): readonly string[] =>
  text.split(/\r\n|\r|\n/).map((line) => line.replace(/\s+/g, ' ').trim().slice(0, maxLineLength));

/** The lines of the first page, or of the beginning and the end of a document that is one long page. */
export const firstPageLines = ({ pages }: ReadDocument): readonly string[] => {
  const text = pages[0]?.text ?? '';
  if (pages.length > 1) return linesOf(text.slice(0, maxPageLength));
  const head = linesOf(text.slice(0, maxPageLength));
  if (text.length <= maxPageLength && head.length <= headLines + tailLines) return head;
  return [...head.slice(0, headLines), ...linesOf(text.slice(-maxPageLength)).slice(-tailLines)];
};

/** Lines up to a list of references, without numbered entries. */
export const withoutReferences = (lines: readonly string[]): readonly string[] => {
  const end = lines.findIndex((line) => referencesHeading.test(line));
  return (end < 0 ? lines : lines.slice(0, end)).filter((line) => !/^\[?\d{1,3}(?:[.)]\s|\])/.test(line));
};

/** A year, a volume and pages, as journals cite themselves: `2022;145:e895-e1032`, `2020;382(18):1708`. */
export const journalCitation =
  /\b(?:19|20)\d\d(?:\s+[A-Z][a-z]{2,8}(?:\s+\d{1,2})?)?\s*;\s*\d{1,4}(?:\s*\([^)]{1,20}\))?\s*:\s*[A-Za-z]?\d+/;

/** True when a line states how to cite this document: a journal's own line at the head or foot of a page. */
export const isOwnCitation = (line: string): boolean =>
  /^\W*(?:please\s+)?(?:how to cite|cite (?:this|as)|(?:suggested|recommended|preferred) citation|to cite this|citation\s*:)/i.test(
    line,
  ) ||
  // A journal's name is short, with neither authors (`Doe J. Lancet …`) nor a title before it.
  (line.length <= 90 &&
    !/^[A-Z][a-z'-]+ [A-Z]{1,3}\b/.test(line) &&
    /^[A-Z][A-Za-z .&:]{1,50}[.,]?\s*(?:19|20)\d\d/.test(line) &&
    journalCitation.test(line));
