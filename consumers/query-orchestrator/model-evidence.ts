import type { AnswerEvidence } from '../../domain/consultation/answering/answer-evidence.ts';
import type { Citation } from '../../domain/consultation/citation.ts';
import { nameOf } from '../../domain/consultation/name-document.ts';
import { citeEvidence } from '../../domain/consultation/sources/cite-evidence.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import { patientsOf } from '../../domain/retrieval/ranking/population-agreement.ts';
import type { Hasher } from '../../ports/hasher.ts';
import type { ExcerptsAnswer } from './excerpts-answer.ts';
import type { FoundForQuestion } from './search-sources.ts';

/** A piece of evidence as a model is shown it, with the citation of its number. */
export type ModelEvidence = AnswerEvidence & { readonly citation: Citation };

/** A passage under its heading. */
const shown = ({ section, excerpt }: Pick<Citation, 'section' | 'excerpt'>): string =>
  section === '' ? excerpt : `## ${section}\n${excerpt}`;

/**
 * The evidence for a model: the passages that the answer of excerpts quotes, with the same numbers, followed by all
 * external evidence.
 */
export const modelEvidence = (
  { command, chosen }: ExcerptsAnswer,
  { evidence }: Pick<FoundForQuestion, 'evidence'>,
  { sha256 }: Hasher,
): readonly ModelEvidence[] => {
  const own = command.citations.filter(({ source }) => source === undefined);
  const outside = citeEvidence(evidence, { from: own.length + 1, sha256, excerptOf: ({ text }) => text });
  const passageOf = new Map(chosen.map(({ n, passage }) => [n, passage]));
  return [
    ...own.map((citation): ModelEvidence => {
      const passage = passageOf.get(citation.n);
      return {
        n: citation.n,
        text: (citation.passages ?? [citation]).map(shown).join('\n'),
        title: passage ? nameOf(passage) : citation.title,
        source: 'knowledge_base',
        ...omitUndefined({ population: passage && patientsOf(passage) }),
        citation,
      };
    }),
    ...outside.map(
      (citation): ModelEvidence => ({
        n: citation.n,
        text: citation.excerpt,
        title: citation.title,
        source: citation.source ?? 'knowledge_base',
        citation,
      }),
    ),
  ];
};
