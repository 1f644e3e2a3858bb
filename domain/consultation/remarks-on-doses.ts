import type { Passage } from '../retrieval/passage.ts';
import { patientsOf } from '../retrieval/ranking/population-agreement.ts';
import type { AnswerCitation, AnswerSource } from './answer-citation.ts';
import { dosesOfDocument } from './doses/doses-of-document.ts';
import { type DosedDocument, implausibleDoses } from './doses/implausible-doses.ts';
import { strengthsQuoted } from './doses/strengths-quoted.ts';
import { type OutlinedDocument, outlineOf } from './excerpt/judge-blocks.ts';
import { titleTermsOf } from './excerpt/terms-of-text.ts';
import { withoutOwnReferences } from './excerpt/write-excerpt.ts';

/** Documents found but not cited whose doses are compared with the quoted ones. */
const mostWitnesses = 8;

const dosed = (name: string, passage: Passage, document: OutlinedDocument): DosedDocument => ({
  name,
  isForChildren: ['pediatric', 'neonatal'].includes(patientsOf(passage) ?? ''),
  subject: titleTermsOf(passage),
  mentions: dosesOfDocument(document),
});

const inOneLine = (text: string): string => withoutOwnReferences(text).replace(/\s+/g, ' ');

/**
 * Returns remarks to read before the quoted doses: which citation has which strength and route of a requested drug,
 * and which doses other retrieved documents contradict by a decimal point, a unit or a missing "/kg".
 *
 * @param asked preferred names of the drugs asked for
 * @param nameOf returns the display name of an uncited document
 */
export const remarksOnDoses = (
  asked: readonly string[],
  citations: readonly AnswerCitation[],
  results: readonly AnswerSource[],
  {
    wholeDocument,
    nameOf,
  }: {
    readonly wholeDocument: (docKey: string, version: number) => readonly Passage[];
    readonly nameOf: (passage: Passage) => string;
  },
): readonly string[] => {
  const quoted = citations.map(({ n, passage, document, excerpt }) => {
    const shown = inOneLine(excerpt);
    const known = new Map<string, boolean>();
    return {
      ...dosed(`[${n}]`, passage, document),
      // A statement with many doses is searched for only once.
      isQuoted: (statement: string) => {
        const isShown = known.get(statement) ?? shown.includes(inOneLine(statement));
        known.set(statement, isShown);
        return isShown;
      },
    };
  });
  const witnesses = new Map<string, Passage>();
  for (const { passage } of results) {
    const isCited = citations.some((citation) => citation.passage.docKey === passage.docKey);
    if (!isCited && !witnesses.has(passage.docKey)) witnesses.set(passage.docKey, passage);
  }
  const others = [...witnesses.values()].slice(0, mostWitnesses).map((passage) => {
    const whole = wholeDocument(passage.docKey, passage.version);
    return dosed(`"${nameOf(passage)}"`, passage, outlineOf(whole.length > 0 ? whole : [passage]));
  });
  return [
    ...strengthsQuoted(
      asked,
      citations.map(({ n, parts }) => ({ n, texts: parts.map(({ text }) => text) })),
    ),
    ...implausibleDoses(quoted, others, asked),
  ];
};
