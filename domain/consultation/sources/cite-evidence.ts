import { omitUndefined } from '../../kernel/omit-undefined.ts';
import type { Citation } from '../citation.ts';
import type { Evidence } from './evidence.ts';
import { quoteConclusion } from './quote-conclusion.ts';
import { type ExternalSource, isExternalSource } from './source-name.ts';

type CitedFrom = Evidence & { readonly source: ExternalSource };

const isExternal = (evidence: Evidence): evidence is CitedFrom => isExternalSource(evidence.source);

/**
 * The kinds in the terms of the catalogue of documents where it has them: it does not distinguish trials from reviews.
 */
const sourceTypeOf: Readonly<Record<Evidence['kind'], string>> = {
  guideline: 'guideline',
  textbook: 'textbook',
  reference: 'reference',
  label: 'drug_label',
  trial: 'trial',
  review: 'review',
  article: 'journal',
  note: 'note',
};

const idNames: Readonly<Record<ExternalSource, string>> = {
  pubmed: 'PMID',
  openfda: 'label',
  uptodate: 'UpToDate',
  openevidence: 'OpenEvidence',
};

type CiteOptions = {
  /** The number of the first: those of the hospital's own documents come before. */
  readonly from: number;
  readonly sha256: (text: string) => string;
  /** What is shown of each; computed by default. What a model was shown must all be in the excerpt. */
  readonly excerptOf?: (evidence: Evidence) => string;
};

/** Evidence from outside as numbered citations, in its order. */
export const citeEvidence = (
  evidence: readonly Evidence[],
  { from, sha256, excerptOf = quoteConclusion }: CiteOptions,
): readonly Citation[] =>
  evidence.filter(isExternal).map((piece, index): Citation => {
    const { source, id, kind, title, text, url, published, authors, journal, doi } = piece;
    const docKey = `${source}-${id.toLowerCase()}`;
    return {
      n: from + index,
      chunkId: docKey,
      docKey,
      version: 1,
      fileName: `${idNames[source]} ${id}`,
      title,
      sourceType: sourceTypeOf[kind],
      pages: [],
      section: '',
      excerpt: excerptOf(piece),
      textHash: sha256(text),
      score: 0,
      source,
      ...omitUndefined({
        url,
        journal,
        doi,
        authors: authors && [...authors],
        pmid: source === 'pubmed' ? id : undefined,
        publicationYear: published === undefined ? undefined : Number(published.slice(0, 4)),
      }),
    };
  });
