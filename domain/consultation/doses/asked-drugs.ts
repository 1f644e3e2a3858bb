import { listInSentence } from '../../kernel/list-in-sentence.ts';
import type { Passage } from '../../retrieval/passage.ts';
import type { QueryInterpretation } from '../../retrieval/query/query-interpretation.ts';
import { type FoundDocument, termsAround } from '../absence/found-documents.ts';
import { mayNameWhole } from '../absence/may-name.ts';
import type { AnswerSource } from '../answer-citation.ts';
import { drugsToGive } from '../drugs-taken.ts';
import type { ExcerptRequest } from '../excerpt/judge-blocks.ts';
import { drugsNamedAlone, type UnlistedDrug, unlistedDrugsOf } from './unlisted-drugs.ts';

const namesAmount =
  /\bdos(?:e|es|age|ages|ing)\b|\bhow (?:much|many)\b|\bmc?gs?(?:\/kg)?\b|\bunits?\b|\btab(?:let)?s?\b/i;

/** A factor of a dose: with a drug alone beside it, "Xenofar CrCl 22", it asks for the dose of that patient. */
const givesFactor =
  /\b(?:crcl|e?gfr|creatinine clearance|renal (?:failure|impairment|function)|dialysis|hepatic (?:failure|impairment))\b/i;

/** Whether a question asks for the dose of a drug, not whether it may be given. */
const asksForDose = (
  { wantsRestriction, kind }: ExcerptRequest,
  { original }: Pick<QueryInterpretation, 'original'>,
): boolean =>
  !wantsRestriction &&
  (kind === 'dose' || namesAmount.test(original) || (kind === 'general' && givesFactor.test(original)));

/** A request whose drugs include those that only the question and the documents name. */
export type RequestOfDrugs = { readonly request: ExcerptRequest; readonly unlisted: readonly UnlistedDrug[] };

/** Adds to a request about a dose the drugs that the terminology has no concept for: they are looked for by their words. */
export const withUnlistedDrugs = (
  request: ExcerptRequest,
  interpretation: QueryInterpretation,
  documents: readonly FoundDocument[],
): RequestOfDrugs => {
  if (request.wantsRestriction) return { request, unlisted: unlistedDrugsOf(interpretation, documents) };
  if (!asksForDose(request, interpretation)) return { request, unlisted: drugsNamedAlone(interpretation) };
  const unlisted = unlistedDrugsOf(interpretation, documents);
  if (unlisted.length === 0) return { request, unlisted };
  const terms = unlisted.flatMap((one) => one.terms);
  return {
    request: {
      ...request,
      drugs: [...request.drugs, ...terms],
      kind: 'dose',
      wantsDose: true,
      wantsManagement: false,
    },
    unlisted,
  };
};

/** Whether a document may name one of the drugs asked for, anywhere. */
type NamesAskedDrug = (passages: readonly Passage[]) => boolean;

const namesAskedDrug = (drugs: readonly string[], unlisted: readonly UnlistedDrug[]): NamesAskedDrug => {
  const listed = drugs.map(mayNameWhole);
  const terms = unlisted.flatMap((one) => one.terms);
  return (passages) =>
    passages.some(
      (passage) =>
        listed.some((names) => names(passage)) || terms.some((term) => termsAround(passage).has(term)),
    );
};

/** The results that may hold the dose asked for, and a remark if none does. */
type DosingResults = { readonly results: readonly AnswerSource[]; readonly remarks: readonly string[] };

/**
 * For a question about the dose of a drug, leaves out the documents that never name it: their doses are of other drugs,
 * and read in a hurry they are taken for the answer. A question about something against the drug or in its place is
 * answered by such documents: a protocol for overdoses of opioids need not name oxycodone. For another question about
 * the drug, they come last.
 */
export const namingAskedDrug = (
  results: readonly AnswerSource[],
  interpretation: QueryInterpretation,
  { request, unlisted }: RequestOfDrugs,
  documents: readonly FoundDocument[],
): DosingResults => {
  const isOfDose = asksForDose(request, interpretation) && request.kind === 'dose';
  // The search looks for a drug that the terminology lists by all its names.
  const { original, entities } = interpretation;
  const drugs = isOfDose ? drugsToGive({ original, drugs: entities.drugs }) : [];
  const isOfDrug =
    drugs.length + unlisted.length > 0 &&
    !request.wantsOtherDrug &&
    // A document may forbid a drug by its class alone.
    !request.wantsRestriction &&
    request.protocolNumbers.length === 0;
  if (!isOfDrug || results.length === 0) return { results, remarks: [] };
  const names = namesAskedDrug(drugs, unlisted);
  const keyOf = ({ docKey, version }: Passage): string => `${docKey}@${version}`;
  const naming = new Set(
    documents.flatMap(({ passages }) => (passages[0] && names(passages) ? [keyOf(passages[0])] : [])),
  );
  const isNaming = ({ passage }: AnswerSource): boolean => naming.has(keyOf(passage));
  if (!isOfDose)
    return {
      results: [...results.filter(isNaming), ...results.filter((result) => !isNaming(result))],
      remarks: [],
    };
  const asked = listInSentence([...unlisted.map(({ name }) => name), ...drugs], 'or');
  return {
    results: results.filter(isNaming),
    remarks: naming.size > 0 ? [] : [`None of the documents found names ${asked}: no dose is quoted.`],
  };
};
