import type { FileProperties } from '../file-properties.ts';
import type { ReadDocument } from '../infer-metadata.ts';
import { firstPageLines } from './front-lines.ts';
import { isUsState, usStates } from './us-places.ts';

/** Where a letterhead stands. */
const letterheadLines = 8;
const maxNameLength = 200;

const labelledAgency =
  /^\W*(?:issuing (?:agency|authority|body)|agency(?: name)?|issued by|lead agency)\s*:\s*(\S.{2,})$/i;
/** `COUNTY OF LOS ANGELES`, alone on its line. */
const government =
  /^(?:(?:COUNTY|CITY|STATE|COMMONWEALTH) OF|(?:County|City|State|Commonwealth) of) (?:\p{Lu}[\p{L}.'-]*)(?: \p{Lu}[\p{L}.'-]*){0,3}$/u;
/** `DEPARTMENT OF HEALTH SERVICES`, alone on its line. */
const department =
  /^(?:DEPARTMENT|DIVISION|BUREAU|OFFICE|Department|Division|Bureau|Office) (?:OF|of)(?: (?:the|and|for|&)| \p{Lu}[\p{L}.'-]*){1,8}$/u;

const smallWords = new Set(['of', 'the', 'and', 'for']);
/** Letterheads are set in capitals; a list shows them as names. */
const asName = (line: string): string =>
  /\p{Ll}/u.test(line)
    ? line
    : line
        .toLowerCase()
        .split(' ')
        .map((word) =>
          smallWords.has(word)
            ? word
            : word.replace(
                /(^|[-'.])(\p{L})/gu,
                (_, before: string, letter: string) => before + letter.toUpperCase(),
              ),
        )
        .join(' ')
        .replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());

const plain = (line: string): string =>
  line
    .replace(/^#{1,6}\s+/, '')
    .replace(/\s+/g, ' ')
    .trim();

const letterheadOf = (document: ReadDocument): readonly string[] =>
  firstPageLines(document)
    .map(plain)
    .filter((line) => line !== '')
    .slice(0, letterheadLines);

/**
 * Who issued a document: where a line says so (`Issuing agency: …`), or a letterhead in which a government and one of
 * its departments stand right after one another, each alone on a line. Nothing else tells an agency from one that is
 * only mentioned.
 */
export const findAgency = (document: ReadDocument, properties: FileProperties): string | undefined => {
  if (properties.agency !== undefined && properties.agency.length <= maxNameLength)
    return plain(properties.agency);
  const letterhead = letterheadOf(document);
  const labelled = letterhead
    .map((line) => labelledAgency.exec(line)?.[1]?.trim())
    .find((name) => name !== undefined);
  if (labelled !== undefined && labelled.length <= maxNameLength) return labelled;
  for (const [index, line] of letterhead.entries()) {
    const next = letterhead[index + 1];
    if (next === undefined) return undefined;
    if (department.test(line) && government.test(next)) return `${asName(line)}, ${asName(next)}`;
    if (government.test(line) && department.test(next)) return `${asName(next)}, ${asName(line)}`;
  }
  return undefined;
};

/** The state of the United States whose government's letterhead a document bears: `STATE OF CALIFORNIA`. */
export const findStateCode = (document: ReadDocument, properties: FileProperties): string | undefined => {
  const declared = properties.stateCode?.trim().toUpperCase();
  if (isUsState(declared)) return declared;
  const codes = new Set(
    letterheadOf(document).flatMap((line) => {
      const name = /^(?:STATE|COMMONWEALTH) OF (.+)$/i.exec(line)?.[1];
      return name === undefined || !government.test(line) ? [] : (usStates.get(name.toLowerCase()) ?? []);
    }),
  );
  return codes.size === 1 ? [...codes][0] : undefined;
};
