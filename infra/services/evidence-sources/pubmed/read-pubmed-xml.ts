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

/** Characters reserved for the conclusion of a long abstract. */
const CONCLUSION = 1200;

/**
 * Publication types that are unreliable or no evidence: withdrawn, corrected elsewhere, not peer-reviewed.
 */
const leftOut: ReadonlySet<string> = new Set([
  'expression of concern',
  'published erratum',
  'preprint',
  'news',
  'newspaper article',
  'comment',
  'letter',
]);

/** The evidence kind by MEDLINE publication type; the first match wins. */
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
 * Joins the sections of an abstract with their labels, after any notices of later corrections. A long
 * abstract keeps its whole conclusion, as that is what readers quote and rely on.
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
 * Converts the articles and book chapters of an EFetch response that have an abstract to evidence. Omits
 * retracted articles, errata, letters and preprints. Returns undefined for any other or a truncated response.
 */
export const readPubmedXml = (xml: string): readonly Evidence[] | undefined =>
  readPubmedRecords(xml)?.flatMap(evidenceOf);
