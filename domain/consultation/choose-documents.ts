import { protocolNumberKey, protocolNumbersOf } from '../retrieval/protocol-numbers.ts';
import type { QueryInterpretation } from '../retrieval/query/query-interpretation.ts';
import type { QuestionKind } from '../retrieval/query/question-kind.ts';
import { patientsOf, populationAgreement } from '../retrieval/ranking/population-agreement.ts';
import type { AnswerSource } from './answer-citation.ts';
import { blockNamesDose } from './excerpt/block-texts.ts';
import { type ExcerptRequest, hasTermOnPath, surroundingTermsOf } from './excerpt/judge-blocks.ts';
import { stateOfTitle } from './excerpt/pulse-state.ts';
import { type DocumentSources, outlineOfSources, type WholeDocument } from './whole-document.ts';

/**
 * Drops passages written for other patients if any fit: a question about a child must not be answered with an adult
 * dose next to the right one.
 */
const forPopulation = (
  sources: readonly AnswerSource[],
  interpretation: QueryInterpretation,
): readonly AnswerSource[] => {
  if (interpretation.population === undefined) return sources;
  const judged = sources.map((source) => ({
    source,
    agreement: populationAgreement(source.passage, interpretation),
  }));
  const some = judged.some(({ agreement }) => agreement > 0);
  return some ? judged.filter(({ agreement }) => agreement >= 0).map(({ source }) => source) : sources;
};

const tableOfContents = /\b(?:table of contents|contents|index)\b/i;

/** Drops lists of titles and numbers if anything else was found: they only answer "which protocol". */
const withoutDirectories = (
  sources: readonly AnswerSource[],
  interpretation: QueryInterpretation,
): readonly AnswerSource[] => {
  if (interpretation.intent === 'protocol_lookup') return sources;
  const others = sources.filter(
    ({ passage: { title, sectionPath } }) =>
      !tableOfContents.test(title) && !sectionPath.some((heading) => tableOfContents.test(heading)),
  );
  return others.length > 0 ? others : sources;
};

/** Groups the sources by document, best document first. */
export const documentsOf = (sources: readonly AnswerSource[]): readonly DocumentSources[] => {
  const documents = new Map<string, [AnswerSource, ...AnswerSource[]]>();
  for (const source of sources) {
    const known = documents.get(source.passage.docKey);
    if (known) known.push(source);
    else documents.set(source.passage.docKey, [source]);
  }
  return [...documents.values()];
};

/** Whether a document names every condition that the question names; true if it names none. */
const namesConditions = (
  sources: DocumentSources,
  { conditions }: Pick<ExcerptRequest, 'conditions'>,
  wholeDocument: WholeDocument,
): boolean => {
  if (conditions.length === 0) return true;
  const { terms } = outlineOfSources(sources, wholeDocument);
  const around = surroundingTermsOf(sources[0].passage);
  return conditions.every(
    (condition) => around.has(condition) || terms.some((names) => names.has(condition)),
  );
};

/**
 * If the question names no age, puts the adult version before its pediatric twin: the first excerpt is the one read
 * in a hurry. Not if only the twin names the condition asked about: croup is a disease of children.
 */
const adultsFirst = (
  documents: readonly DocumentSources[],
  interpretation: QueryInterpretation,
  request: ExcerptRequest,
  wholeDocument: WholeDocument,
): readonly DocumentSources[] => {
  if (interpretation.population !== undefined || interpretation.protocolNumbers.length > 0) return documents;
  const numberOf = ([{ passage }]: DocumentSources): string =>
    protocolNumberKey(protocolNumbersOf(passage)[0] ?? '');
  const ordered = [...documents];
  for (const child of documents) {
    const number = numberOf(child);
    if (patientsOf(child[0].passage) !== 'pediatric' || !number.endsWith('p')) continue;
    const at = ordered.indexOf(child);
    const adult = ordered.findIndex((document) => numberOf(document) === number.slice(0, -1));
    const twin = ordered[adult];
    if (twin === undefined || adult < at) continue;
    const isForChildrenOnly =
      namesConditions(child, request, wholeDocument) && !namesConditions(twin, request, wholeDocument);
    if (!isForChildrenOnly) ordered.splice(at, 0, ...ordered.splice(adult, 1));
  }
  return ordered;
};

/** Documents of what is carried: an amount there is one of a stock. */
const inventory =
  /\b(?:inventor(?:y|ies)|suppl(?:y|ies)|resupply|equipment|stock(?:ing)?|par levels?|scope of practice|drug security|controlled (?:drugs?|substances?))\b/i;
/** The title of a document and the words of its file name. */
const titleOf = ({ title, fileName }: AnswerSource['passage']): string =>
  `${title}\n${fileName.replace(/[_-]+/g, ' ')}`;
const isInventory = (passage: AnswerSource['passage']): boolean => inventory.test(titleOf(passage));

/** Documents that list what is carried. */
const stockList = /\b(?:inventor(?:y|ies)|suppl(?:y|ies)|resupply|equipment|par levels?)\b/i;
/** Kinds of questions that a list of what is carried does not answer, though it names every drug. */
const notAnsweredByStock: readonly QuestionKind[] = [
  'dose',
  'contraindication',
  'interaction',
  'harm',
  'monitoring',
  'treatment',
  'threshold',
];

/** Drops lists of what is carried, unless the question is about one or nothing else was found. */
const withoutStockLists = (
  documents: readonly DocumentSources[],
  { original, protocolNumbers }: QueryInterpretation,
  { kind }: ExcerptRequest,
): readonly DocumentSources[] => {
  if (!notAnsweredByStock.includes(kind) || protocolNumbers.length > 0 || inventory.test(original))
    return documents;
  const others = documents.filter(([{ passage }]) => !stockList.test(titleOf(passage)));
  return others.length > 0 ? others : documents;
};

/**
 * For a dose question, puts documents that state an amount of the drug before those that only mention it. Among those
 * with an amount, pediatric ones come last if the question names no age, and before them those for patients with or
 * without a pulse, as the question has it. Amounts in an inventory are no doses. The order is otherwise unchanged.
 */
const dosesFirst = (
  documents: readonly DocumentSources[],
  { original, population, protocolNumbers }: QueryInterpretation,
  request: ExcerptRequest,
  wholeDocument: WholeDocument,
): readonly DocumentSources[] => {
  const { kind, drugs, state } = request;
  if (kind !== 'dose' || drugs.length === 0 || protocolNumbers.length > 0) return documents;
  const isForAdults = documents.some(
    (sources) =>
      patientsOf(sources[0].passage) !== 'pediatric' && namesConditions(sources, request, wholeDocument),
  );
  const placeOf = (sources: DocumentSources): number => {
    const document = outlineOfSources(sources, wholeDocument);
    const gives = document.blocks.some(
      (block, index) => blockNamesDose(block) && hasTermOnPath(document, index, drugs),
    );
    const [{ passage }] = sources;
    if (!gives || (isInventory(passage) && !inventory.test(original))) return 3;
    if (population === undefined && isForAdults && patientsOf(passage) === 'pediatric') return 2;
    const written = stateOfTitle(passage);
    return state !== undefined && written !== undefined && written !== state ? 1 : 0;
  };
  const placed = documents.map((sources) => ({ sources, place: placeOf(sources) }));
  return placed.toSorted((one, other) => one.place - other.place).map(({ sources }) => sources);
};

/**
 * Returns the documents to cite, in citation order, each with its passages best first.
 *
 * @param sources best first, as ranked
 * @param limit the maximum number of documents
 */
export const chooseDocuments = (
  sources: readonly AnswerSource[],
  interpretation: QueryInterpretation,
  request: ExcerptRequest,
  { limit, wholeDocument }: { readonly limit: number; readonly wholeDocument: WholeDocument },
): readonly DocumentSources[] =>
  dosesFirst(
    adultsFirst(
      withoutStockLists(
        documentsOf(withoutDirectories(forPopulation(sources, interpretation), interpretation)),
        interpretation,
        request,
      ),
      interpretation,
      request,
      wholeDocument,
    ).slice(0, limit),
    interpretation,
    request,
    wholeDocument,
  );
