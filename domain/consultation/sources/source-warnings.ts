import type { SourceName } from './source-name.ts';
import type { SourceOutcome } from './source-outcome.ts';

/** As people know the sources. */
const sourceTitles: Readonly<Record<SourceName, string>> = {
  knowledge_base: 'the knowledge base',
  guidelines: 'the guidelines',
  pubmed: 'PubMed',
  openfda: 'the drug labels of openFDA',
  uptodate: 'UpToDate',
  openevidence: 'OpenEvidence',
  notes: 'the notes',
};

const sentences: Readonly<Partial<Record<SourceOutcome['outcome'], (title: string) => string>>> = {
  failed: (title) => `A search in ${title} failed; the answer does without it.`,
  timeout: (title) => `A search in ${title} took too long; the answer does without it.`,
};

/** What an answer must be read with because sources did not answer, each a sentence. */
export const sourceWarnings = (outcomes: readonly SourceOutcome[]): readonly string[] =>
  outcomes.flatMap(({ source, outcome }) => {
    const sentence = sentences[outcome]?.(sourceTitles[source]);
    return sentence === undefined ? [] : [sentence];
  });
