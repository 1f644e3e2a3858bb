import type { FileProperties } from '../file-properties.ts';
import type { ReadDocument } from '../infer-metadata.ts';
import { firstPageLines } from './front-lines.ts';
import { isUsState, stateOfUsCounty, usStates } from './us-places.ts';

/** The number of lines that are searched for a letterhead. */
const letterheadLines = 8;
const maxNameLength = 200;

const labelledAgency =
  /^\W*(?:issuing (?:agency|authority|body)|agency(?: name)?|issued by|lead agency)\s*:\s*(\S.{2,})$/i;
/** `COUNTY OF LOS ANGELES`, alone on its line. */
const government =
  /^(?:(?:(?:CITY AND )?COUNTY|CITY|STATE|COMMONWEALTH) OF|(?:(?:City and )?County|City|State|Commonwealth) of) (?:\p{Lu}[\p{L}.'-]*)(?: \p{Lu}[\p{L}.'-]*){0,3}$/u;
/** `DEPARTMENT OF HEALTH SERVICES`, alone on its line. */
const department =
  /^(?:DEPARTMENT|DIVISION|BUREAU|OFFICE|Department|Division|Bureau|Office) (?:OF|of)(?: (?:the|and|for|&)| \p{Lu}[\p{L}.'-]*){1,8}$/u;

const smallWords = new Set(['of', 'the', 'and', 'for']);
/** Converts a letterhead in capitals to the case of a name. */
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
 * Finds the agency that issued a document: from a label (`Issuing agency: …`), or from a letterhead in which a
 * government and one of its departments directly follow each other, each alone on a line. Nothing else distinguishes
 * the issuer from an agency that is only mentioned.
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

/** `Department of Health Services, County of Los Angeles` */
const behindOf =
  /\b[Cc]ounty of (?<county>\p{Lu}[\p{L}.'-]*(?: \p{Lu}[\p{L}.'-]*){0,3}?)(?=$|[,;]| (?:EMS|Emergency|Fire|Health|Department|Public)\b)/u;
/** `Los Angeles County EMS Agency`, `EMS Agency of Los Angeles County`: up to three words before. */
const beforeCounty =
  /(?:^|, |\bof |\bThe |\bthe )(?<county>\p{Lu}[\p{L}.'-]*(?: \p{Lu}[\p{L}.'-]*){0,2}) County\b(?!,? of\b)/u;

/** Words before "County" that are not a county's name: `Tri County EMS`, `Health Department Kane County`. */
const noCounty =
  /\b(?:the|tri|bi|multi|inter|north\p{L}*|south\p{L}*|east\p{L}*|west\p{L}*|health|department|agency|public|fire|ems|emergency|office|board|services?|medical|hospital)\b/iu;

/** The longest suffix of the words that is a county with a known state: "Health Department Los Angeles". */
const knownCountyIn = (words: readonly string[]): string | undefined =>
  words.map((_, from) => words.slice(from).join(' ')).find((name) => stateOfUsCounty(name) !== undefined);

/**
 * Finds the county whose agency issued a document: from the agency's name, or from a letterhead that names a known
 * county of the United States alone on its line (`COUNTY OF LOS ANGELES`, `Los Angeles County`). Counties that are only
 * mentioned do not count.
 *
 * @param agency as given or found
 */
export const findCounty = (document: ReadDocument, agency: string | undefined): string | undefined => {
  const behind = behindOf.exec(agency ?? '')?.groups?.county;
  if (behind !== undefined) return behind;
  const before = beforeCounty.exec(agency ?? '')?.groups?.county;
  if (before !== undefined)
    return knownCountyIn(before.split(' ')) ?? (noCounty.test(before) ? undefined : before);
  if (agency !== undefined) return undefined;
  const counties = new Set(
    letterheadOf(document).flatMap((line) => {
      const alone = /^(?:(?:city and )?county of ([\p{L}.' -]{3,40})|([\p{L}.' -]{3,40}) county)$/iu.exec(
        line,
      );
      const name = alone?.[1] ?? alone?.[2];
      return name !== undefined && stateOfUsCounty(name) !== undefined ? [asName(name)] : [];
    }),
  );
  return counties.size === 1 ? [...counties][0] : undefined;
};

/** Finds the state of the United States whose government's letterhead a document bears: `STATE OF CALIFORNIA`. */
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
