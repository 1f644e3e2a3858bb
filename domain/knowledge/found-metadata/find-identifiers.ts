import type { FileProperties } from '../file-properties.ts';
import type { ReadDocument } from '../infer-metadata.ts';
import { firstPageLines, isOwnCitation, withoutReferences } from './front-lines.ts';

/**
 * A DOI (Crossref, "DOIs and matching regular expressions", 2015: this pattern matches 74.4 of 74.9 million DOIs).
 * Case does not matter.
 */
const doiPattern = String.raw`10\.\d{4,9}/[-._;()/:A-Z0-9]+`;
const anyDoi = new RegExp(String.raw`(?<![\w.])${doiPattern}`, 'gi');
const labelledDoi = new RegExp(
  String.raw`(?:\bdoi(?:\s*[:=])?\s*(?:https?://(?:dx\.)?doi\.org/)?|https?://(?:dx\.)?doi\.org/)(${doiPattern})`,
  'gi',
);
const maxDoiLength = 200;

/** Removes the punctuation of the sentence around a DOI; returns nothing when the line breaks inside the DOI. */
const trimmedDoi = (found: string): string | undefined => {
  if (/[-/_]$/.test(found) || found.length > maxDoiLength) return undefined;
  // short input: 200 characters.
  const doi = found.replace(/(?<![.,;:])[.,;:]+$/, '');
  // A closing parenthesis is part of a DOI only when it was opened there: 10.1016/S0140-6736(20)30183-5.
  const isOpen = (doi.match(/\(/g)?.length ?? 0) >= (doi.match(/\)/g)?.length ?? 0);
  return isOpen ? doi : doi.replace(/\)[.,;:]*$/, '');
};

/** The single distinct value, ignoring case; `undefined` when there is none or more than one. */
const onlyOne = (values: readonly string[]): string | undefined => {
  const distinct = new Map(values.map((value) => [value.toLowerCase(), value]));
  return distinct.size === 1 ? [...distinct.values()][0] : undefined;
};

const doisIn = (text: string, pattern: RegExp): readonly string[] =>
  [...text.matchAll(pattern)].flatMap((match) => trimmedDoi(match[1] ?? match[0]) ?? []);

/**
 * Lines on which a document states its own identifiers: those that begin with the label, and those on how to cite it.
 */
const identifierLines = (document: ReadDocument): readonly string[] =>
  withoutReferences(firstPageLines(document)).filter(
    (line) => /^\W*(?:doi\b|PMID\b|https?:\/\/(?:dx\.)?doi\.org\/)/i.test(line) || isOwnCitation(line),
  );

/**
 * Finds the document's own DOI: from its properties, or where its first page states it on a separate line or in its own
 * citation. Returns `undefined` where it names several: they may be those of others.
 */
export const findDoi = (document: ReadDocument, properties: FileProperties): string | undefined =>
  onlyOne(doisIn(properties.doi ?? '', anyDoi)) ??
  onlyOne((properties.remarks ?? []).flatMap((remark) => doisIn(remark, anyDoi))) ??
  onlyOne(identifierLines(document).flatMap((line) => doisIn(line, labelledDoi)));

/** Finds the document's own PubMed id, if it is labelled as such on the first page and is the only one. */
export const findPmid = (document: ReadDocument, properties: FileProperties): string | undefined => {
  const declared = /^\s*(?:pmid(?:\s*:)?\s*)?(\d{1,9})\s*$/i.exec(properties.pmid ?? '')?.[1];
  return (
    declared ??
    onlyOne(
      identifierLines(document).flatMap((line) =>
        [...line.matchAll(/\bPMID(?:\s*[:#])?\s*(\d{1,9})\b/gi)].flatMap((match) => match[1] ?? []),
      ),
    )
  );
};
