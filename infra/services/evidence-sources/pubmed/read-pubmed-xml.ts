import {
  type Evidence,
  type EvidenceKind,
  evidenceSchema,
  MAX_EVIDENCE_AUTHORS,
  MAX_EVIDENCE_TEXT,
} from '../../../../domain/consultation/sources/evidence.ts';
import { externalText } from '../../../../domain/consultation/sources/external-text.ts';
import { omitUndefined } from '../../../../domain/kernel/omit-undefined.ts';
import { noticesOf } from './pubmed-notices.ts';
import { isRetracted, type PubmedRecord, readPubmedRecords } from './pubmed-records.ts';

/** Characters of the conclusion that a long abstract keeps. */
const CONCLUSION = 1200;

/** Not to be relied on, or no evidence by itself: withdrawn, corrected elsewhere, not reviewed by anybody. */
const leftOut: ReadonlySet<string> = new Set([
  'expression of concern',
  'published erratum',
  'preprint',
  'news',
  'newspaper article',
  'comment',
  'letter',
]);

/** What a publication type of MEDLINE makes of an article; the first that fits decides. */
const kindsByType: readonly (readonly [EvidenceKind, ReadonlySet<string>])[] = [
  [
    'guideline',
    new Set([
      'practice guideline',
      'guideline',
      'consensus development conference',
      'consensus development conference, nih',
      'consensus statement',
    ]),
  ],
  [
    'review',
    new Set(['systematic review', 'meta-analysis', 'network meta-analysis', 'review', 'scoping review']),
  ],
  [
    'trial',
    new Set([
      'randomized controlled trial',
      'controlled clinical trial',
      'pragmatic clinical trial',
      'equivalence trial',
      'adaptive clinical trial',
      'clinical trial',
      'clinical trial, phase ii',
      'clinical trial, phase iii',
      'clinical trial, phase iv',
    ]),
  ],
];

const kindOf = (types: readonly string[]): EvidenceKind =>
  kindsByType.find(([, names]) => types.some((type) => names.has(type)))?.[0] ?? 'article';

/**
 * The sections of an abstract with their labels. Of a long one the conclusion is kept whole: it is what is quoted and
 * relied on. What later records say of the article comes first.
 */
const abstractOf = (record: PubmedRecord): string => {
  const sections = record.sections.map(({ label, text }) => {
    const kept = externalText(text, MAX_EVIDENCE_TEXT);
    return label === '' ? kept : `${label}: ${kept}`;
  });
  if (sections.length === 0) return '';
  const notices = noticesOf(record);
  const whole = [...notices, ...sections].join('\n');
  if (whole.length <= MAX_EVIDENCE_TEXT) return whole;
  const last = sections.length > 1 ? externalText(sections.at(-1) ?? '', CONCLUSION) : '';
  const before = [...notices, ...(sections.length > 1 ? sections.slice(0, -1) : sections)];
  return [externalText(before.join(' '), MAX_EVIDENCE_TEXT - CONCLUSION - 1), last]
    .filter((part) => part !== '')
    .join('\n');
};

const evidenceOf = (record: PubmedRecord): readonly Evidence[] => {
  const { kind, pmid, title, authors, published, doi, journal } = record;
  const types = record.types.map((type) => type.toLowerCase());
  const isLeftOut =
    isRetracted(record) ||
    record.corrections.includes('ExpressionOfConcernIn') ||
    types.some((type) => leftOut.has(type));
  if (isLeftOut) return [];
  const parsed = evidenceSchema.safeParse({
    source: 'pubmed',
    id: pmid,
    url: `https://pubmed.ncbi.nlm.nih.gov/${pmid}/`,
    kind: kind === 'chapter' ? 'textbook' : kindOf(types),
    title,
    text: abstractOf(record),
    ...(authors.length === 0 ? {} : { authors: authors.slice(0, MAX_EVIDENCE_AUTHORS) }),
    ...omitUndefined({ published, doi, journal }),
  });
  return parsed.success ? [parsed.data] : [];
};

/**
 * The articles and book chapters of an answer of EFetch that have an abstract, as evidence. Retracted ones, errata,
 * letters and preprints are left out. Undefined for what is no such answer, or was cut off.
 */
export const readPubmedXml = (xml: string): readonly Evidence[] | undefined =>
  readPubmedRecords(xml)?.flatMap(evidenceOf);
