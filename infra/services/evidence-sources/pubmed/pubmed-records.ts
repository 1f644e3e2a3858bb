import { externalText } from '../../../../domain/consultation/sources/external-text.ts';
import { omitUndefined } from '../../../../domain/kernel/omit-undefined.ts';
import { printedText } from '../../../../domain/language/markup/printed-text.ts';
import { decodeEntities } from '../../../../domain/privacy/decode-entities.ts';
import { elementsAt, parseXml, textIn, type XmlElement } from '../../outside/parse-xml.ts';

/** A record of PubMed, as text within limits; its content is untrusted. */
export type PubmedRecord = {
  /** A chapter belongs to a book such as StatPearls. */
  readonly kind: 'article' | 'chapter';
  readonly pmid: string;
  /** Empty if the record has none. */
  readonly title: string;
  /** The sections of the abstract, in order. */
  readonly sections: readonly { readonly label: string; readonly text: string }[];
  readonly authors: readonly string[];
  /** For a chapter, its book. */
  readonly journal?: string;
  /** A year, month or day: `2021`, `2021-03`, `2021-03-09`. */
  readonly published?: string;
  readonly doi?: string;
  /** Publication types of MEDLINE, as written. */
  readonly types: readonly string[];
  /** The ways other records correct this one: `RetractionIn`, `ErratumIn`, … */
  readonly corrections: readonly string[];
  /** PMIDs of later versions, such as an updated review. */
  readonly updatedIn: readonly string[];
};

/** Character limit per section: the longest abstracts have about 10,000 in total. */
const MAX_SECTION = 12_000;
const MAX_SECTIONS = 50;
/** Character limit of a title or a journal's name. */
const MAX_NAME = 500;
/** Authors read; some trials name hundreds. */
const MAX_AUTHORS = 50;
const MAX_TYPES = 30;
/** Includes references, of which a long review has several hundred. */
const MAX_CORRECTIONS = 5000;

const isPmid = /^\d{1,9}$/;

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

const twoDigits = (number: number): string => String(number).padStart(2, '0');

/** Converts `Mar`, `3` and `03` to `03`. */
const monthOf = (text: string): string | undefined => {
  const number = /^\d{1,2}$/.test(text) ? Number(text) : months.indexOf(text.slice(0, 3).toLowerCase()) + 1;
  return number >= 1 && number <= 12 ? twoDigits(number) : undefined;
};

/** Returns a date with the given precision; `2019 Nov-Dec` becomes the year 2019. */
const dateOf = (year: string, month: string, day: string): string | undefined => {
  const [written] = /\b(?:1[89]|20)\d{2}\b/.exec(year) ?? [];
  if (written === undefined) return undefined;
  const within = monthOf(month);
  if (within === undefined) return written;
  const at = /^\d{1,2}$/.test(day) ? Number(day) : 0;
  return at >= 1 && at <= 31 ? `${written}-${within}-${twoDigits(at)}` : `${written}-${within}`;
};

/** The text of an element. Publishers escape some characters twice: `p &amp;lt; 0.05` is `p < 0.05`. */
const readableText = (element: XmlElement): string => decodeEntities(printedText(element));

/** The text of the first element at a path; empty if there is none. */
const textAt = (element: XmlElement, max: number, ...path: readonly string[]): string => {
  const [first] = elementsAt(element, ...path);
  return first === undefined ? '' : externalText(readableText(first), max);
};

const orNothing = (text: string): string | undefined => (text === '' ? undefined : text);

const authorsOf = (article: XmlElement): readonly string[] =>
  elementsAt(article, 'AuthorList', 'Author')
    .slice(0, MAX_AUTHORS)
    .flatMap((author) => {
      const person = ['LastName', 'Initials']
        .map((name) => textAt(author, 80, name))
        .filter((part) => part !== '');
      const name = person.length === 0 ? textAt(author, 150, 'CollectiveName') : person.join(' ');
      return name === '' ? [] : [name];
    });

const sectionsOf = (article: XmlElement): PubmedRecord['sections'] =>
  elementsAt(article, 'Abstract', 'AbstractText')
    .slice(0, MAX_SECTIONS)
    .flatMap((section) => {
      const text = externalText(readableText(section), MAX_SECTION);
      return text === '' ? [] : [{ label: externalText(section.attributes.Label ?? '', 100), text }];
    });

/** PubMed puts translated titles in brackets, and ends all titles with a full stop. */
const titleOf = (text: string): string => text.replace(/^\[(.*)\]\.?$/u, '$1').replace(/\.$/, '');

const titleIn = (article: XmlElement): string => {
  const title = titleOf(textAt(article, MAX_NAME, 'ArticleTitle'));
  // PubMed's placeholder for an untranslated title.
  return title === '' || title === 'Not Available'
    ? titleOf(textAt(article, MAX_NAME, 'VernacularTitle'))
    : title;
};

/** A DOI in lower case, as in identifiers. */
const doiOf = (element: XmlElement | undefined): string | undefined => {
  const doi = element && externalText(textIn(element), 200).toLowerCase();
  return doi !== undefined && /^10\.\d{4,9}\/\S{1,180}$/.test(doi) ? doi : undefined;
};

const dateAt = (element: XmlElement, ...path: readonly string[]): string | undefined => {
  const part = (name: string): string => textAt(element, 40, ...path, name);
  return dateOf(part('Year') || part('MedlineDate'), part('Month'), part('Day'));
};

const typesOf = (element: XmlElement, ...path: readonly string[]): readonly string[] =>
  elementsAt(element, ...path)
    .slice(0, MAX_TYPES)
    .map((type) => externalText(textIn(type), 100));

const articleOf = (element: XmlElement): readonly PubmedRecord[] => {
  const [article] = elementsAt(element, 'MedlineCitation', 'Article');
  if (article === undefined) return [];
  // A direct path, as references contain lists of the same name further down.
  const listed = elementsAt(element, 'PubmedData', 'ArticleIdList', 'ArticleId').find(
    ({ attributes }) => attributes.IdType === 'doi',
  );
  const corrections = elementsAt(
    element,
    'MedlineCitation',
    'CommentsCorrectionsList',
    'CommentsCorrections',
  ).slice(0, MAX_CORRECTIONS);
  const located = elementsAt(article, 'ELocationID').find(
    ({ attributes }) => attributes.EIdType === 'doi' && attributes.ValidYN !== 'N',
  );
  return [
    {
      kind: 'article',
      pmid: textAt(element, 20, 'MedlineCitation', 'PMID'),
      title: titleIn(article),
      sections: sectionsOf(article),
      authors: authorsOf(article),
      types: typesOf(article, 'PublicationTypeList', 'PublicationType'),
      corrections: corrections.flatMap(({ attributes: { RefType } }) => RefType ?? []),
      updatedIn: corrections
        .filter(({ attributes: { RefType } }) => RefType === 'UpdateIn')
        .map((correction) => textAt(correction, 20, 'PMID'))
        .filter((pmid) => isPmid.test(pmid)),
      ...omitUndefined({
        published: dateAt(article, 'Journal', 'JournalIssue', 'PubDate') ?? dateAt(article, 'ArticleDate'),
        doi: doiOf(listed) ?? doiOf(located),
        journal: orNothing(textAt(article, MAX_NAME, 'Journal', 'Title')),
      }),
    },
  ];
};

const chapterOf = (element: XmlElement): readonly PubmedRecord[] => {
  const [document] = elementsAt(element, 'BookDocument');
  if (document === undefined) return [];
  const book = textAt(document, MAX_NAME, 'Book', 'BookTitle');
  return [
    {
      kind: 'chapter',
      pmid: textAt(document, 20, 'PMID'),
      title: titleIn(document) || book,
      sections: sectionsOf(document),
      authors: authorsOf(document),
      types: typesOf(document, 'PublicationType'),
      corrections: [],
      updatedIn: [],
      ...omitUndefined({
        published: dateAt(document, 'ContributionDate') ?? dateAt(document, 'Book', 'PubDate'),
        journal: orNothing(book),
      }),
    },
  ];
};

/**
 * Parses the articles and book chapters of an EFetch response (`db=pubmed`, `retmode=xml`), with or without
 * an abstract. Returns undefined for any other or a truncated response.
 */
export const readPubmedRecords = (xml: string): readonly PubmedRecord[] | undefined => {
  const root = parseXml(xml);
  if (root?.name !== 'PubmedArticleSet') return undefined;
  return [...elementsAt(root, 'PubmedArticle'), ...elementsAt(root, 'PubmedBookArticle')]
    .flatMap((element) => (element.name === 'PubmedArticle' ? articleOf(element) : chapterOf(element)))
    .filter(({ pmid }) => isPmid.test(pmid));
};

/**
 * True when the article was retracted, even if a new version replaced it, or is itself a retraction notice.
 */
export const isRetracted = ({ types, corrections }: PubmedRecord): boolean =>
  corrections.some((correction) => ['RetractionIn', 'RetractedandRepublishedIn'].includes(correction)) ||
  types.some((type) =>
    ['retracted publication', 'retraction of publication', 'retraction notice'].includes(type.toLowerCase()),
  );
