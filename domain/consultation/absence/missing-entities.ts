import { tapeColorsIn } from '../../clinical-text/patient-ranges.ts';
import { listInSentence } from '../../kernel/list-in-sentence.ts';
import { drugNames } from '../../language/terminology/drug-names.ts';
import { tokenize } from '../../language/tokenize.ts';
import { conceptOfTerm, conceptTerm } from '../../retrieval/lexical/lexical-query.ts';
import type { Passage } from '../../retrieval/passage.ts';
import { explainMissingNumbers } from '../../retrieval/query/explain-missing-numbers.ts';
import type { QueryInterpretation } from '../../retrieval/query/query-interpretation.ts';
import type { AnswerCitation } from '../answer-citation.ts';
import { isDrugTerm } from '../excerpt/drug-terms.ts';
import { drugClassesOf, surroundingTermsOf } from '../excerpt/judge-blocks.ts';
import { conceptTermsQuoted, termsQuoted } from '../excerpt/quoted-terms.ts';
import { termsIn } from '../excerpt/terms-of-text.ts';
import { namesConcept } from '../names-concept.ts';
import { type FoundDocument, isAnywhere, placesElsewhere } from './found-documents.ts';
import { mayName, surelyNames } from './may-name.ts';

/** The class that stands for a drug not named itself, as "sexually enhancing drugs" does for sildenafil. */
export const namedAsClass = (name: string, terms: ReadonlySet<string>): string | undefined =>
  drugClassesOf(name).find((drugClass) => terms.has(conceptTerm(drugClass)));

/** What a question asks about by name: drugs, conditions, procedures and devices. */
const thingsNamed = ({ searchedFor, entities }: QueryInterpretation): readonly string[] => {
  const { drugs, conditions, procedures } = entities;
  const devices = [...termsIn(searchedFor)].flatMap((term) => {
    const concept = conceptOfTerm(term);
    return concept?.kind === 'equipment' ? [concept.name] : [];
  });
  // Drugs known to the terminology by name only.
  const otherDrugs = tokenize(searchedFor)
    .map(({ text }) => text)
    .filter((text) => drugNames.has(text) && ![...termsIn(text)].some(isDrugTerm));
  return [...new Set([...drugs, ...otherDrugs, ...conditions, ...procedures, ...devices])];
};

/** Whether a passage has the colours of a length-based tape, which name the tape as well as its own name does. */
const isShownByColor = (name: string, { text }: Passage): boolean =>
  /\btape\b/.test(name) && tapeColorsIn(text).length > 0;

/**
 * Returns sentences that name what was asked for and not found, because a confident excerpt about something else is
 * worse than silence. Nothing is called missing that any passage of a document found may name; a drug that a cited
 * document names elsewhere is said to be there.
 */
export const missingEntities = (
  interpretation: QueryInterpretation,
  documents: readonly FoundDocument[],
  citations: readonly AnswerCitation[],
): readonly string[] => {
  const { drugs } = interpretation.entities;
  const parts = citations.flatMap((citation) => citation.parts);
  const quoted = termsQuoted(parts);
  // A text about one drug of a class says nothing about another: the class itself must be named.
  const quotedThemselves = conceptTermsQuoted(parts);
  const titles = new Set(citations.flatMap(({ passage }) => [...surroundingTermsOf(passage)]));
  const isQuoted = (name: string): boolean => namesConcept(name, quoted) || namesConcept(name, titles);
  const judged = thingsNamed(interpretation)
    .filter((name) => !isQuoted(name))
    .map((name) => ({ name, mayBeNamed: mayName(name) }))
    .map(({ name, mayBeNamed }) => ({
      name,
      isDrug: drugs.includes(name),
      drugClass: drugs.includes(name) ? namedAsClass(name, quotedThemselves) : undefined,
      places: placesElsewhere(documents, surelyNames(name)),
      isNowhere: !isAnywhere(documents, (passage) => mayBeNamed(passage) || isShownByColor(name, passage)),
    }));
  // A combination is not named by its whole name where one of its drugs is.
  const byClass = judged.filter(({ drugClass, isNowhere }) => drugClass !== undefined && isNowhere);
  const nowhere = judged.filter((one) => one.isNowhere && !byClass.includes(one)).map(({ name }) => name);
  // Conditions have too many wordings: a text may be about one without its name.
  const elsewhere = judged.filter(({ isDrug, places }) => isDrug && places !== '');
  return [
    ...byClass.map(
      ({ name, drugClass }) =>
        `These excerpts do not name ${name} itself, only its class (${drugClass}): statements about the class apply to it too.`,
    ),
    ...(nowhere.length === 0 ? [] : [`None of the results names ${listInSentence(nowhere, 'or')}.`]),
    ...elsewhere.map(({ name, places }) => `${name} is named in ${places}, which is not quoted here.`),
    ...explainMissingNumbers(
      interpretation,
      documents.flatMap(({ passages }) => passages),
    ),
  ];
};
