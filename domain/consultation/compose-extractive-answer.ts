import { splitStatements } from '../clinical-text/split-statements.ts';
import { omitUndefined } from '../kernel/omit-undefined.ts';
import { conceptTerm } from '../retrieval/lexical/lexical-query.ts';
import type { QueryInterpretation } from '../retrieval/query/query-interpretation.ts';
import { foundDocumentsOf } from './absence/found-documents.ts';
import { missingCombination } from './absence/missing-combination.ts';
import { dosesMissing } from './absence/missing-doses.ts';
import { missingEntities } from './absence/missing-entities.ts';
import { patientsMissing, populationNote } from './absence/missing-patients.ts';
import { strengthsMissing } from './absence/missing-strengths.ts';
import type { AnswerCitation, AnswerSource } from './answer-citation.ts';
import { chooseDocuments, documentsOf } from './choose-documents.ts';
import type { ClinicalContext } from './clinical-context.ts';
import { compareWithPatient } from './compare-with-patient.ts';
import { namingAskedDrug, withUnlistedDrugs } from './doses/asked-drugs.ts';
import { dosesLeftToReferences } from './doses/doses-left-to-references.ts';
import { drugsTaken } from './drugs-taken.ts';
import { blockNamesDose, textOfBlock } from './excerpt/block-texts.ts';
import { bestPlacesFirst, chooseBlocks } from './excerpt/choose-blocks.ts';
import { drawWarnings, forbiddingPatient, type Warning } from './excerpt/draw-warnings.ts';
import { isDrugItself } from './excerpt/drug-terms.ts';
import { hasExclusionList, isOfExclusionList } from './excerpt/exclusion-lists.ts';
import { type ExcerptRequest, excerptRequestOf, isInterventionTerm } from './excerpt/judge-blocks.ts';
import type { Block } from './excerpt/outline/block.ts';
import { childrenOf, headsOf, subtreeOf } from './excerpt/outline/block-tree.ts';
import { showTables, tableRequestOf } from './excerpt/show-tables.ts';
import { prohibits } from './excerpt/statement-kinds.ts';
import type { TableRequest } from './excerpt/tables/show-table.ts';
import { termsIn, titleTermsOf } from './excerpt/terms-of-text.ts';
import { type ExcerptPart, joinParts, writeExcerpt } from './excerpt/write-excerpt.ts';
import { exclusionsOfPatient } from './exclusions/exclusions-of-patient.ts';
import { statedFactsOf } from './exclusions/stated-facts.ts';
import { judgeIndications } from './judge-indication.ts';
import { nameOf } from './name-document.ts';
import { namesConcept } from './names-concept.ts';
import { newerFirst } from './newer-first.ts';
import { type PatientFacts, patientFactsOf } from './patient-facts.ts';
import { quoteCitation } from './quote-citation.ts';
import { remarksOnDoses } from './remarks-on-doses.ts';
import { withoutIdle, withoutRepeated } from './shorten-citations.ts';
import { type DocumentSources, outlineOfSources, type WholeDocument } from './whole-document.ts';

type ExtractiveAnswer = {
  readonly answer: string;
  readonly citations: readonly AnswerCitation[];
  /** Warnings in the cited documents about the drugs asked for or quoted. */
  readonly warnings: readonly string[];
  /** Remarks that compare the patient with the question; they also apply to an answer written by a model. */
  readonly patientRemarks?: readonly string[];
  /**
   * Remarks about doses, such as a second strength or a maximum stated elsewhere; these too apply to a model's
   * answer.
   */
  readonly doseRemarks?: readonly string[];
  /** All remarks shown before the excerpts. */
  readonly remarks?: readonly string[];
};

/** Shown below every answer. */
export const excerptNotice =
  'These are excerpts from the loaded documents, chosen by their words and not checked by a clinician. Read the cited page before acting on them.';
/** Shown if nothing was found. */
export const nothingFound =
  'Nothing in the loaded documents answers this question. Try other words, name the drug, condition or protocol number, or check that the document has been loaded.';
/**
 * Shown instead of {@link nothingFound} if no document was searched: an empty result then says nothing about the
 * documents.
 */
export const documentsNotSearched = {
  left_out:
    'The loaded documents were not searched for this question: the sources asked for, a filter, your preferences or the settings leave them out.',
  failed: 'The loaded documents could not be searched for this question.',
} as const;

/** Heads the list of prohibitions in the answer to a question of permission. */
export const prohibitionsHeading = 'What the cited documents forbid, hold or limit:';
/** Stands before statements about a drug whose documents have no list of contraindications. */
export const noExclusionList =
  'No part of the cited documents is titled as contraindications or exclusions: what they forbid may be incomplete here.';

/** Results scoring below this share of the best are not quoted. */
const quotedFrom = 0.55;
/** Characters of an excerpt; the best document gets the most. */
const firstExcerpt = 1800;
/** The same for a management question, so that the steps of a protocol are shown to the end. */
const stepsExcerpt = 2600;
const furtherExcerpt = 600;
const lastExcerpt = 400;
/** What the restrictions of the quoted blocks may add; in a further document at most as much again. */
const roomForRestrictions = 700;
/**
 * A further document that answers much less well than the best one, in the search and by its best block, supports the
 * answer with that block alone.
 */
const closeScore = 0.85;
const closeWorth = 0.8;
const supportingExcerpt = 200;
/** Documents after this many get the shortest excerpt. */
const documentsInFull = 3;
/** Relevance of a passage included only because other passages of its document were found. */
const relevanceOfTheRest = 0.5;

/** The question with the conversation's patient added. */
const forPatient = (
  interpretation: QueryInterpretation,
  { population, ageYears, weightKg }: PatientFacts,
): QueryInterpretation => {
  const { ages, weights } = interpretation.entities;
  return {
    ...interpretation,
    ...omitUndefined({ population }),
    entities: {
      ...interpretation.entities,
      ages: ages.length > 0 || ageYears === undefined ? ages : [{ value: ageYears, unit: 'years' }],
      weights: weights.length > 0 || weightKg === undefined ? weights : [{ value: weightKg, unit: 'kg' }],
    },
  };
};

const writtenOf = (
  blocks: readonly Block[],
  chosen: readonly number[],
  best: readonly number[],
): Pick<AnswerCitation, 'chosen' | 'parts' | 'excerpt'> => {
  const parts = bestPlacesFirst(blocks, { chosen, best }).flatMap((part) => writeExcerpt(blocks, part));
  return { chosen, parts, excerpt: joinParts(parts) };
};

/**
 * Moves the sections that forbid the thing asked for to the front if the question asks for permission. A part and its
 * continuation stay together.
 */
const forbiddingFirst = (
  citation: AnswerCitation,
  { things, subject, patient, wantsRestriction, wantsExclusions }: ExcerptRequest,
): AnswerCitation => {
  if (!wantsRestriction) return citation;
  const { blocks, chosen, document } = citation;
  // The list that is titled as contraindications is already first.
  if (wantsExclusions && chosen.some((index) => isOfExclusionList(document, index, things))) return citation;
  // A paragraph with a list of its own that names the subject stands alone; a step keeps its place.
  const isWhole = (index: number): boolean =>
    blocks[index]?.kind === 'paragraph' && childrenOf(blocks, index).length > 0;
  const forbidding = new Set(
    forbiddingPatient(citation, { subject, patient })
      .filter(isWhole)
      .flatMap((index) => subtreeOf(blocks, index)),
  );
  const isForbidding = (index: number): boolean => forbidding.has(index);
  if (chosen.some(isForbidding)) {
    const parts = [
      ...writeExcerpt(blocks, chosen.filter(isForbidding)),
      ...writeExcerpt(
        blocks,
        chosen.filter((index) => !isForbidding(index)),
      ),
    ];
    return { ...citation, parts, excerpt: joinParts(parts) };
  }
  const groups: ExcerptPart[][] = [];
  for (const part of citation.parts) {
    if (part.continues && groups.length > 0) groups.at(-1)?.push(part);
    else groups.push([part]);
  }
  const forbids = (group: readonly ExcerptPart[]): boolean =>
    group.some(({ text }) =>
      splitStatements(text).some((statement) => {
        if (!prohibits(statement.text)) return false;
        const named = termsIn(statement.text);
        return things.some((thing) => named.has(thing));
      }),
    );
  const judged = groups.map((group) => ({ group, isFirst: forbids(group) }));
  const parts = [true, false].flatMap((isFirst) =>
    judged.filter((one) => one.isFirst === isFirst).flatMap(({ group }) => group),
  );
  return { ...citation, parts, excerpt: joinParts(parts) };
};

/** Removes text that an earlier citation quotes word for word. */
const saidOnce = (citations: readonly AnswerCitation[]): readonly AnswerCitation[] => {
  const shown = new Set<string>();
  return citations.map((citation) => {
    const chosen = withoutRepeated(citation.blocks, citation.chosen, shown);
    return chosen.length === citation.chosen.length
      ? citation
      : { ...citation, ...writtenOf(citation.blocks, chosen, citation.best) };
  });
};

type CiteOptions = {
  readonly request: ExcerptRequest;
  readonly tables: TableRequest;
  /** The best score of the search. */
  readonly best: number;
  readonly wholeDocument: WholeDocument;
  readonly longest: number;
};

const cite = (
  sources: DocumentSources,
  index: number,
  { request, tables, best, wholeDocument, longest }: CiteOptions,
): AnswerCitation => {
  const [{ passage, score }] = sources;
  const document = outlineOfSources(sources, wholeDocument);
  const withTables = showTables(document, tables);
  const relevance = new Map(sources.map((source) => [source.passage.chunkId, source.score / best]));
  const most = index < documentsInFull ? furtherExcerpt : lastExcerpt;
  const room = Math.min(
    longest,
    index === 0 ? (request.wantsManagement ? stepsExcerpt : firstExcerpt) : most,
  );
  const {
    chosen,
    best: quotedBest,
    worth,
  } = chooseBlocks(withTables, ({ chunkId }) => relevance.get(chunkId) ?? relevanceOfTheRest, request, {
    room,
    roomForRestrictions: index === 0 ? roomForRestrictions : Math.min(roomForRestrictions, room),
  });
  // Steps stay in order.
  const first = request.wantsManagement || request.protocolNumbers.length > 0 ? [] : quotedBest;
  const quoted = { n: index + 1, passage, score, document, blocks: withTables.blocks, best: first, worth };
  return { ...quoted, ...writtenOf(withTables.blocks, chosen, first) };
};

/** Quotes the documents, each at the length that it deserves. */
const citeAll = (documents: readonly DocumentSources[], options: CiteOptions): readonly AnswerCitation[] => {
  const inFull = documents.map((sources, index) => ({
    sources,
    index,
    citation: cite(sources, index, options),
  }));
  const score = closeScore * Math.max(0, ...inFull.map(({ citation }) => citation.score));
  const worth = closeWorth * Math.max(0, ...inFull.map(({ citation }) => citation.worth));
  return inFull
    .map(({ sources, index, citation }) => {
      // What any document forbids counts.
      const isInFull = index === 0 || options.request.wantsRestriction;
      if (isInFull || citation.score >= score || citation.worth >= worth) return citation;
      return cite(sources, index, { ...options, longest: supportingExcerpt });
    })
    .filter(({ parts }) => parts.length > 0);
};

/** The index terms of the drugs whose doses are quoted. */
const drugsQuoted = ({
  document: { blocks, terms },
  blocks: shown,
  chosen,
}: AnswerCitation): readonly string[] =>
  chosen.flatMap((index) => {
    if (!blockNamesDose(shown[index])) return [];
    // Only the visible rows of a table count: the rest of an inventory names drugs that the reader does not see.
    const rows = shown[index]?.kind === 'table' ? termsIn(textOfBlock(shown[index])) : terms[index];
    return [rows, ...headsOf(blocks, index).map((at) => terms[at])].flatMap((names) =>
      [...(names ?? [])].filter(isDrugItself),
    );
  });

/**
 * For a question of permission, lists the prohibitions before anything in favour. A dose with a maximum forbids nothing
 * and is not among them. A question that names a drug with a condition or another drug ("cocaine chest pain aspirin") is
 * one of permission as well: what a further document forbids for the two must not stand behind what the first one gives.
 *
 * @param excluded what is already said to be excluded for the patient
 */
const prohibitionsFirst = (
  { wantsRestriction, drugs, conditions }: ExcerptRequest,
  warnings: readonly Warning[],
  excluded: readonly string[],
): readonly string[] => {
  const named = [...drugs, ...conditions];
  const isForBoth = ({ unmarked, isInFirst }: Warning): boolean => {
    const terms = termsIn(unmarked);
    // The salts of one drug, such as "calcium chloride" and "calcium gluconate", are one name.
    const names = new Set(named.filter((term) => terms.has(term)).map((term) => term.split(' ', 1)[0]));
    const isSaid = excluded.some((remark) => remark.includes(unmarked));
    return !isInFirst && !isSaid && names.size > 1;
  };
  const asked = warnings.filter(
    (warning) => warning.isAsked && warning.forbids && (wantsRestriction || isForBoth(warning)),
  );
  if (asked.length === 0) return [];
  return [[prohibitionsHeading, ...asked.map(({ text }) => `- ${text}`)].join('\n')];
};

/** Says that no cited document has a titled list of contraindications, if the question asks for them. */
const exclusionListMissing = (
  { wantsExclusions, things }: ExcerptRequest,
  citations: readonly AnswerCitation[],
): readonly string[] =>
  wantsExclusions && things.length > 0 && !citations.some(({ document }) => hasExclusionList(document))
    ? [noExclusionList]
    : [];

/** Lists the documents that give the drug for another indication, grouped by drug. */
const otherIndications = (
  { entities: { drugs } }: QueryInterpretation,
  others: readonly AnswerCitation[],
): readonly string[] => {
  const found = others.map(({ document, passage }) => ({
    named: drugs.filter((drug) => document.terms.some((terms) => namesConcept(drug, terms))).join(', '),
    title: nameOf(passage),
  }));
  const byDrugs = Map.groupBy(found, ({ named }) => named);
  const listed = [...byDrugs].map(
    ([named, those]) => `${named} in ${those.map(({ title }) => title).join('; ')}`,
  );
  return listed.length === 0 ? [] : [`Also found: ${listed.join('; ')}.`];
};

/** The terms of what a question asks to give or do: not of drugs that the patient is on. */
const thingsToGive = (
  { original, entities: { drugs } }: QueryInterpretation,
  { things }: ExcerptRequest,
): readonly string[] => {
  const taken = new Set(drugsTaken({ original, drugs }).map(conceptTerm));
  return things.filter((thing) => !taken.has(thing));
};

/**
 * The documents found but not quoted that are titled after something asked for. What they exclude counts all the same:
 * a search for a child leaves out the very document that keeps the drug from children.
 */
const titledAfter = (
  asked: readonly string[],
  results: readonly AnswerSource[],
  citations: readonly AnswerCitation[],
): readonly DocumentSources[] => {
  const cited = new Set(citations.map(({ passage }) => passage.docKey));
  return documentsOf(results).filter(([{ passage }]) => {
    const title = titleTermsOf(passage);
    return !cited.has(passage.docKey) && asked.some((term) => isInterventionTerm(term) && title.has(term));
  });
};

/** The answer where no document names the drug whose dose is asked for: it points to what was found, and quotes nothing. */
const withoutDose = (
  remarks: readonly string[],
  results: readonly AnswerSource[],
  limit: number,
): ExtractiveAnswer => {
  const titles = [...new Set(results.map(({ passage }) => nameOf(passage)))].slice(0, limit);
  const found = `Found by the other words of the question: ${titles.join('; ')}.`;
  return { answer: [...remarks, found].join('\n\n'), citations: [], warnings: [], remarks };
};

type ExtractiveAnswerOptions = {
  /** Maximum number of documents to cite; 5 by default. */
  readonly limit?: number;
  /** Loads the other passages of cited documents; none by default. */
  readonly wholeDocument?: WholeDocument;
  /** The patient as described by the conversation. */
  readonly context?: ClinicalContext | undefined;
  /** Maximum characters of an excerpt; by default the usual length in an answer. */
  readonly longest?: number;
};

/**
 * Composes an answer from the best blocks of the best documents, quoted word for word with citation numbers. It never
 * rephrases a dose: each block is whole, under its headings, with its restrictions and the alternatives for other
 * patients.
 *
 * @param results best first, as ranked
 */
export const composeExtractiveAnswer = (
  understood: QueryInterpretation,
  results: readonly AnswerSource[],
  { limit = 5, wholeDocument = () => [], context, longest = stepsExcerpt }: ExtractiveAnswerOptions = {},
): ExtractiveAnswer => {
  const patient = patientFactsOf(understood, context);
  const interpretation = forPatient(understood, patient);
  const allFound = foundDocumentsOf(results, [], wholeDocument);
  const ofDrugs = withUnlistedDrugs(excerptRequestOf(interpretation, patient), interpretation, allFound);
  const { request } = ofDrugs;
  const naming = namingAskedDrug(results, interpretation, ofDrugs, allFound);
  if (naming.remarks.length > 0) return withoutDose(naming.remarks, results, limit);
  const best = naming.results[0]?.score ?? 0;
  const quotableResults = naming.results.filter(({ score }) => score > 0 && score >= best * quotedFrom);
  const documents = chooseDocuments(quotableResults, interpretation, request, { limit, wholeDocument });
  if (documents.length === 0) return { answer: nothingFound, citations: [], warnings: [] };
  const tables = tableRequestOf(request, interpretation.original);
  const quoted = citeAll(documents, { request, tables, best, wholeDocument, longest });
  // If something may be forbidden, warnings under other indications count too.
  const { kept, others } = request.wantsRestriction
    ? { kept: quoted, others: [] }
    : judgeIndications(interpretation, quoted);
  const citations = saidOnce(newerFirst(request.wantsRestriction ? kept : withoutIdle(request, kept))).map(
    (citation, index) => ({
      ...forbiddingFirst(citation, request),
      n: index + 1,
    }),
  );
  const shown = citations.map(({ excerpt }) => excerpt);
  const quotedDrugs = [...new Set(citations.flatMap(drugsQuoted))];
  const warnings = drawWarnings(
    citations,
    {
      asked: request.things,
      unlisted: request.wantsRestriction ? ofDrugs.unlisted.flatMap(({ terms }) => terms) : [],
      quoted: quotedDrugs,
      subject: request.subject,
      ...(request.wantsRestriction ? { allowedFor: patient } : {}),
    },
    shown,
  );
  const asked = thingsToGive(interpretation, request);
  const excluded = exclusionsOfPatient(
    statedFactsOf(interpretation, patient, context),
    { asked, quoted: quotedDrugs },
    [
      ...citations.map(({ n, document }) => ({ mark: `[${n}]`, document })),
      ...titledAfter(asked, naming.results, citations).map((sources) => ({
        mark: `(${nameOf(sources[0].passage)})`,
        document: outlineOfSources(sources, wholeDocument),
      })),
    ],
  );
  const patientRemarks = [
    ...excluded,
    ...compareWithPatient(patient, interpretation.entities.drugs, citations, excluded),
  ];
  const found = foundDocumentsOf(results, citations, wholeDocument);
  const missing = dosesMissing(interpretation, found, citations);
  const references = dosesLeftToReferences(citations);
  const onDoses = remarksOnDoses(interpretation.entities.drugs, citations, results, {
    wholeDocument,
    nameOf,
  });
  const remarks = [
    ...patientRemarks,
    ...missingEntities(interpretation, found, citations),
    ...missing,
    ...strengthsMissing(interpretation, found, citations),
    ...missingCombination(interpretation, request.wantsRestriction, citations),
    ...patientsMissing(patient, found, citations),
    ...onDoses,
    ...populationNote(interpretation, citations),
    ...exclusionListMissing(request, citations),
    ...prohibitionsFirst(request, warnings, excluded),
    ...references,
  ];
  return {
    answer: [
      ...remarks,
      ...citations.map(quoteCitation),
      ...otherIndications(interpretation, others),
      excerptNotice,
    ].join('\n\n'),
    citations,
    warnings: warnings.map(({ text }) => text),
    patientRemarks,
    doseRemarks: [...missing, ...onDoses, ...references],
    remarks,
  };
};
