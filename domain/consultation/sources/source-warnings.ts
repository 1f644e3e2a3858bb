import type { SourceName } from './source-name.ts';
import type { SourceOutcome } from './source-outcome.ts';

/** The sources' names for people. */
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

/** Returns the warnings for an answer about sources that did not answer, one sentence each. */
export const sourceWarnings = (outcomes: readonly SourceOutcome[]): readonly string[] =>
  outcomes.flatMap(({ source, outcome }) => {
    const sentence = sentences[outcome]?.(sourceTitles[source]);
    return sentence === undefined ? [] : [sentence];
  });
