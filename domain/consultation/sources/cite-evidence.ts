import { omitUndefined } from '../../kernel/omit-undefined.ts';
import type { Citation } from '../citation.ts';
import type { Evidence } from './evidence.ts';
import { quoteConclusion } from './quote-conclusion.ts';
import { type ExternalSource, isExternalSource } from './source-name.ts';

type CitedFrom = Evidence & { readonly source: ExternalSource };

const isExternal = (evidence: Evidence): evidence is CitedFrom => isExternalSource(evidence.source);

/** Maps kinds to source types of the document catalogue, which does not distinguish trials from reviews. */
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
  /** The number of the first citation; the hospital's own documents come before. */
  readonly from: number;
  readonly sha256: (text: string) => string;
  /** Returns the excerpt to show; computed by default. It must contain everything that a model was shown. */
  readonly excerptOf?: (evidence: Evidence) => string;
};

/** Converts external evidence to numbered citations, in the same order. */
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
