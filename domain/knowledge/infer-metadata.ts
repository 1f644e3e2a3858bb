import { isSectionName } from './chunking/heading-of.ts';
import { readsAsTitle } from './chunking/reads-as-title.ts';
import { withoutKnownExtension } from './document-format.ts';
import type { ExtractedPage } from './extracted-page.ts';
import type { FileProperties } from './file-properties.ts';
import { agreementOf, subjectWordsOf } from './title-agreement.ts';

/** The parts of an extracted document that its title and number are inferred from. */
export type ReadDocument = {
  readonly pages: readonly Pick<ExtractedPage, 'text'>[];
  readonly title?: string | undefined;
  readonly properties?: Pick<FileProperties, 'title' | 'protocolNumber'> | undefined;
};

const maxTitleLength = 500;
const maxNumberLength = 32;
/** The number of lines at the top of the first page that can hold the title block. */
const titleBlockLines = 60;

/** A protocol's number: `814`, `1219-P`, `1200.3`, `822.2a`, `A-12`, `5.03`. */
const number = String.raw`(?:[A-Z]{1,4}[- ]?)?\d{1,4}(?:[.-]\d{1,4}){0,6}[a-z]?(?:-[A-Z]{1,2})?`;

const squeeze = (text: string): string => text.replace(/\s+/g, ' ').trim();

const firstLines = (document: ReadDocument): readonly string[] =>
  (document.pages[0]?.text ?? '')
    .slice(0, 20_000)
    .split(/\r\n|\r|\n/)
    .map((line) => squeeze(line.replace(/^\s*#{1,6}\s+/, '')))
    .slice(0, titleBlockLines);

// --- number ---------------------------------------------------------------------------------------------------

/** Words with which agencies announce a document's number, most certain first. */
const announced = [
  new RegExp(
    String.raw`\b(?:ref(?:erence)?\.?)\s*(?:no|number|#)\.?(?:\s*:)?\s*#?(${number})(?![.-]*\w)`,
    'i',
  ),
  new RegExp(
    String.raw`\b(?:protocol|policy|procedure|guideline|treatment protocol|document|standing order|sop|tp|mcg)\s*(?:no|number|num|#)\.?(?:\s*:)?\s*#?(${number})(?![.-]*\w)`,
    'i',
  ),
  new RegExp(String.raw`\b(?:TP|MCG|SOP)\s*#?(${number})(?![.-]*\w)`),
  /\b(?:Protocol|PROTOCOL|Policy|POLICY|Reference|REFERENCE)\s+#?(\d{2,4}(?:[.-]\d{1,3}){0,6}(?:-[A-Z])?)(?![.-]*\w)/,
];

/**
 * The number at the beginning of a file name, possibly after a word such as `Ref`: `Ref510-Name.pdf`,
 * `1219-P-Allergy.pdf`.
 */
const numberOfFileName = (fileName: string): string | undefined => {
  const stem = stemOf(fileName);
  const match =
    /^(?:(?:ref|reference|protocol|policy|procedure|tp|mcg|sop|pol|no)[\s._-]*)?(\d{2,4}(?:\.\d{1,3})*[a-z]?(?:-[A-Z](?![A-Za-z]))?)(?=[\s._-]|$)/i.exec(
      stem,
    );
  const found = match?.[1];
  // Four digits from 1900 to 2099 are more likely a year than a protocol.
  return found === undefined || (/^(?:19|20)\d\d$/.test(found) && !/^\D/.test(stem)) ? undefined : found;
};

const stemOf = (fileName: string): string => withoutKnownExtension(fileName.split(/[/\\]/).at(-1) ?? '');

/** Writes the letters of a suffix in capitals: `1219-p` → `1219-P`. */
const tidyNumber = (found: string): string =>
  squeeze(found)
    .replace(/-([a-z]{1,2})$/, (_, letters: string) => `-${letters.toUpperCase()}`)
    .slice(0, maxNumberLength);

/**
 * Infers the number under which an agency files a document: from the file's declaration, the title block of its first
 * page (`Ref. No. 814`, `Policy Number: 5.03`, `TP 1219-P`), or its file name. Returns `undefined` when there is none.
 */
export const inferProtocolNumber = (document: ReadDocument, fileName: string): string | undefined => {
  const declared = squeeze(document.properties?.protocolNumber ?? '');
  if (declared !== '' && declared.length <= maxNumberLength) return declared;
  const fromName = numberOfFileName(fileName);
  const lines = firstLines(document);
  const candidates = announced.flatMap((pattern) =>
    lines.flatMap((line) => {
      const found = pattern.exec(line)?.[1];
      return found === undefined ? [] : [tidyNumber(found)];
    }),
  );
  // A page may name other documents too; the one that the file name confirms is its own.
  const confirmed = candidates.find((candidate) => candidate.toLowerCase() === fromName?.toLowerCase());
  const found = confirmed ?? (fromName === undefined ? firstOf(announced.slice(0, 3), lines) : undefined);
  return found ?? (fromName === undefined ? undefined : tidyNumber(fromName));
};

/** The first announced number within the first lines, where a document names itself rather than others. */
const firstOf = (patterns: readonly RegExp[], lines: readonly string[]): string | undefined => {
  const top = lines.slice(0, 24);
  for (const pattern of patterns) {
    for (const line of top) {
      const found = pattern.exec(line)?.[1];
      if (found !== undefined) return tidyNumber(found);
    }
  }
  return undefined;
};

// --- title ----------------------------------------------------------------------------------------------------

const titleLabel =
  /\b(?:subject|title|treatment protocol|protocol name|protocol title|policy title|topic|re)\s*:\s*(\S.*)/i;
/** Text that may follow a title on its line: the number, dates, page counts. */
const afterTitle = new RegExp(
  String.raw`(?<!\s)(?:\s*[-–—|(])?\s*(?:\b(?:ref(?:erence)?\.?\s*(?:no|number|#)\.?|reference|policy\s*(?:no|number|#)\.?|protocol\s*(?:no|number|#)\.?|(?:no|number)\.)(?:\s*:)?\s*#?${number}.*|\bpage\s+\d.*|\b(?:effective|revised|issued|supersedes|approved|date)\b[^:]{0,80}:.*)`,
  'i',
);

/** Words in the place of a title that name no document. */
const noTitle =
  /^(?:microsoft (?:word|powerpoint|excel)|untitled|sample$|document\s*\d*|slide\s*\d*|print|layout|title|draft|final|layout \d+|adobe|acrobat|scan(?:ned)?\b|page \d+|(?:department|division|bureau|office|county|city|state) of\b|effective|revised|supersedes|issued|approved|table of contents$)/i;
const fileLike = /\.(?:docx?|pdf|pptx?|xlsx?|indd|rtf|pub|qxd|html?|txt|md)\b|_/i;
/**
 * A path begins at a root, a drive, a server or a folder, or has only lower-case letters between its slashes. Slashes
 * alone do not make a path: societies write guidelines together ("AHA/ACC/HFSA"), and complaints are grouped
 * ("GI/GU/OB").
 */
const pathLike =
  /^["'(<]?(?:[A-Za-z]:|~|\.{1,2})?[\\/]|\\[^\\]*\\|:\/\/|^[^\s\p{Lu}\\/]*[\\/][^\s\p{Lu}\\/]*[\\/][^\s\p{Lu}]*$/u;

const isSensible = (title: string): boolean =>
  title.length >= 3 &&
  title.length <= 200 &&
  (title.match(/\p{L}/gu)?.length ?? 0) >= 3 &&
  !noTitle.test(title) &&
  !fileLike.test(title) &&
  !pathLike.test(title) &&
  // A date or a number with a word or two is a version, not a title.
  !/^(?:[a-z]*\s*)?\d[\d\s./-]*(?:signed|final|draft|rev|v\d+)?$/i.test(title) &&
  !/\d{1,4}([-/])\d{1,2}\1\d{2,4}/.test(title);

const smallWords = new Set('a an and as at but by for from in of on or the to via vs with'.split(' '));

/** True for words that stay in capitals when a title in capitals is converted. */
const isAcronym = (word: string): boolean => {
  if (/^\(\p{Lu}{2,5}\)$/u.test(word)) return true;
  const letters = word.replace(/[^\p{L}\p{N}]/gu, '');
  return (
    letters.length <= 1 ||
    /\d/.test(letters) ||
    acronyms.has(letters) ||
    (letters.length <= 5 && !/[AEIOUY]/.test(letters))
  );
};
const acronyms = new Set(
  (
    'EMS EMT EMTS AED ALS BLS CPR CPAP ECG EKG IV IO IM IN SQ ETT GCS ICU ED ER OB STEMI ECPR ROSC VF VT SVT AMA DNR POLST ' +
    'TIA CVA ALOC BRUE ENT GI GU HAZMAT COPD CHF MI PEA PPE RSI TBI TXA WHO CDC AHA ACLS PALS NRP MCI CO COVID HIV ' +
    'FAST LAMS NIHSS USA UK ACC ESC HFSA IDSA ACEP ACOG KDIGO NAEMSP'
  ).split(' '),
);

const capitalize = (word: string): string =>
  word
    .toLowerCase()
    .replace(/(^|[-/(&])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase());

/** Converts a title in capitals to title case: `CARDIAC ARREST` → `Cardiac Arrest`. */
const tidyCase = (title: string): string => {
  if (/\p{Ll}/u.test(title)) return title;
  return title
    .split(' ')
    .map((word, index) => {
      if (index > 0 && smallWords.has(word.toLowerCase())) return word.toLowerCase();
      // "GI/GU" is two acronyms.
      return word
        .split('/')
        .map((part) => (isAcronym(part) ? part : capitalize(part)))
        .join('/');
    })
    .join(' ');
};

const tidyTitle = (title: string): string =>
  tidyCase(squeeze(title).replace(/^[\s:–—|-]+|(?<![\s:–—|,;-])[\s:–—|,;-]+$/g, '')).slice(0, maxTitleLength);

/** The most lines over which a title in capitals may continue. */
const furtherLines = 2;

/** Lines in capitals right below a title in capitals: its continuation, unless they name a section or an office. */
const followingCapitals = (own: string, below: readonly string[]): readonly string[] => {
  if (/\p{Ll}/u.test(own)) return [];
  const isOther = (line: string): boolean =>
    !/^\p{Lu}[^\p{Ll}:\d]{1,60}$/u.test(line) || noTitle.test(line) || isSectionName(line);
  const end = below.findIndex(isOther);
  return end < 0 ? below : below.slice(0, end);
};

/** The title that a line announces: `SUBJECT: DETERMINATION OF DEATH  REFERENCE NO. 814`. */
const announcedTitle = (lines: readonly string[]): string | undefined => {
  for (const [index, line] of lines.slice(0, 30).entries()) {
    const rest = titleLabel.exec(line)?.[1];
    if (rest === undefined) continue;
    const own = rest.replace(afterTitle, '').trim();
    if (!isSensible(own)) continue;
    return [own, ...followingCapitals(own, lines.slice(index + 1, index + 1 + furtherLines))].join(' ');
  }
  return undefined;
};

/** The headings of the first page, as marked by the reader of a file or in Markdown: the outermost first. */
const headingsOf = (document: ReadDocument): readonly string[] => {
  const lines = (document.pages[0]?.text ?? '').slice(0, 20_000).split(/\r\n|\r|\n/);
  return [/^\s*#\s+(\S.*)$/, /^\s*##\s+(\S.*)$/].flatMap((mark) =>
    lines.flatMap((line) => {
      const heading = mark
        .exec(line.slice(0, 300))?.[1]
        ?.replace(/(?<!#)#+$/, '')
        .replace(/[*_`]/g, '')
        .split(/\s\|\s/)[0]
        ?.replace(afterTitle, '')
        .trim();
      return heading !== undefined && isSensible(heading) ? [heading] : [];
    }),
  );
};

/** The number of lines at the top of the first page that may be a title printed like body text. */
const topLines = 12;
/** The most words of such a line, and its fewest characters. */
const titleWords = 10;
const titleLength = 8;
/** The share of the file name's subject words that a title must contain. */
const agreeing = 0.6;

/**
 * True when a line printed like body text may be a title: not a list item, a label with its value, or part of a
 * sentence.
 */
const mayBeTitle = (line: string): boolean =>
  line.length >= titleLength &&
  line.split(' ').length <= titleWords &&
  isSensible(line) &&
  readsAsTitle(line) &&
  !/[¹²³⁴-⁹]|^\p{L}+\s\d{4}\b|^(?:to|this|these|the purpose)\s|^\(?[A-Z\d]{1,3}[.)]\s|^\p{L}+:\s|[.!?;]\s|\.$/iu.test(
    line,
  ) &&
  !/\b(?:is|are|was|were|has|have|do|does|should|must|may|will|shall|can|which|that)\b/i.test(line);

const patients = /\b(?:pa?ediatrics?|neonatal|adults?)\b/i;

/** Adds the patient group of the file name to a title: protocols for adults and for children have the same titles. */
const withPatients = (title: string, fileName: string): string => {
  const kind = patients.exec(titleOfFileName(fileName))?.[0];
  return kind === undefined || patients.test(title) ? title : `${title} - ${kind}`;
};

/**
 * The first heading, or else line at the top, that contains most of the file name's subject words. Without one, the
 * first heading that names a subject at all, unless the file name is trusted: "Standing Orders" and "Stable" are
 * headings of many documents, and name none.
 */
const agreedTitle = (document: ReadDocument, fileName: string): string | undefined => {
  const headings = headingsOf(document).filter((heading) => !/\.$|;\s|[¹²³⁴-⁹]/.test(heading));
  const ofName = subjectWordsOf(titleOfFileName(fileName));
  // Short publisher names are in file names, but not on the page.
  const said = subjectWordsOf((document.pages[0]?.text ?? '').slice(0, 20_000));
  const subject = new Set([...ofName].filter((word) => said.has(word)));
  const lines = firstLines(document)
    .filter((one) => one !== '' && !one.startsWith('|'))
    .slice(0, topLines)
    .map((one) => one.replace(afterTitle, '').trim())
    .filter(mayBeTitle);
  for (const candidates of [headings, lines]) {
    const agreed = candidates.find((line) => agreementOf(line, subject) >= agreeing);
    if (agreed !== undefined) return withPatients(agreed, fileName);
  }
  // A heading that shares some of the subject words and has more expresses the subject differently.
  const fuller = headings.find(
    (heading) => agreementOf(heading, subject) > 0 && subjectWordsOf(heading).size > ofName.size,
  );
  if (fuller !== undefined) return withPatients(fuller, fileName);
  if (subject.size >= 2) return undefined;
  const named = headings.find((heading) => subjectWordsOf(heading).size > 0 && !isSectionName(heading));
  return named ?? (ofName.size > 0 ? undefined : headings[0]);
};

/** `Ref510-PediatricDestination` → `Pediatric Destination`. */
const titleOfFileName = (fileName: string): string => {
  const stem = stemOf(fileName);
  const fileNumber = numberOfFileName(fileName);
  const withoutNumber =
    fileNumber === undefined ? stem : stem.slice(stem.indexOf(fileNumber) + fileNumber.length);
  const words = squeeze(
    withoutNumber
      .replace(/[_.+-]+/g, ' ')
      .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
      .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2'),
  );
  const title = words === '' ? squeeze(stem) : words;
  return /\p{Lu}/u.test(title) ? title : title.split(' ').map(capitalize).join(' ');
};

const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/\p{L}{3,}/gu) ?? [];

/**
 * True when the title in a file's properties is its own: templates pass theirs on to every copy, so most of its words
 * must also be at the top of the first page or in the file name.
 */
const isOwnTitle = (title: string, document: ReadDocument, fileName: string): boolean => {
  if (!isSensible(title) || title.endsWith(':') || isSectionName(title)) return false;
  const known = new Set(wordsOf(`${firstLines(document).join(' ')} ${titleOfFileName(fileName)}`));
  const words = wordsOf(title);
  // "Label" and "Providers" name no document.
  if (subjectWordsOf(title).size === 0 && subjectWordsOf(titleOfFileName(fileName)).size > 0) return false;
  return words.filter((word) => known.has(word)).length >= words.length * 0.8;
};

/**
 * Infers a document's title, from the most to the least certain source: its declared properties, the announcement on
 * the first page (`SUBJECT: …`), the file's own property, the large heading or line that agrees with the file name, the
 * file name. Always returns a displayable title.
 */
export const inferTitle = (document: ReadDocument, fileName: string): string => {
  const declared = squeeze(document.properties?.title ?? '');
  if (isSensible(declared)) return tidyTitle(declared);
  const own = squeeze(document.title ?? '');
  const found =
    announcedTitle(firstLines(document)) ??
    (isOwnTitle(own, document, fileName) ? own : undefined) ??
    agreedTitle(document, fileName);
  const title = tidyTitle(found ?? titleOfFileName(fileName));
  return title === '' ? 'Untitled document' : title;
};
