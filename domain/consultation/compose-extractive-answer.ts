import { defined } from '../kernel/defined.ts';
import { splitStatements } from '../language/split-statements.ts';
import { conceptTerm } from '../retrieval/lexical/lexical-query.ts';
import type { Passage } from '../retrieval/passage.ts';
import { protocolNumberKey, protocolNumbersOf } from '../retrieval/protocol-numbers.ts';
import type { QueryInterpretation } from '../retrieval/query/query-interpretation.ts';
import { patientsOf, populationAgreement } from '../retrieval/ranking/population-agreement.ts';
import type { AnswerCitation, AnswerSource } from './answer-citation.ts';
import type { ClinicalContext } from './clinical-context.ts';
import { compareWithPatient } from './compare-with-patient.ts';
import { blockNamesDose } from './excerpt/block-texts.ts';
import { chooseBlocks } from './excerpt/choose-blocks.ts';
import { drawWarnings, forbiddingPatient, type Warning } from './excerpt/draw-warnings.ts';
import {
  type ExcerptRequest,
  excerptRequestOf,
  isDrugTerm,
  type OutlinedDocument,
  outlineOf,
  termsIn,
} from './excerpt/judge-blocks.ts';
import { type Block, branchOf, headsOf, rightUnder } from './excerpt/outline-document.ts';
import { showTables, tableRequestOf } from './excerpt/show-tables.ts';
import { prohibits } from './excerpt/statement-kinds.ts';
import type { TableRequest } from './excerpt/tables/show-table.ts';
import { type ExcerptPart, joinParts, withoutOwnReferences, writeExcerpt } from './excerpt/write-excerpt.ts';
import { judgeIndications } from './judge-indication.ts';
import { ocrMark } from './ocr-mark.ts';
import { type PatientFacts, patientFactsOf } from './patient-facts.ts';
import { remarksOnDoses } from './remarks-on-doses.ts';
import { withoutIdle, withoutRepeated } from './shorten-citations.ts';
import {
  combinationMissing,
  dosesElsewhere,
  dosesMissing,
  patientsMissing,
  populationNote,
  strengthsMissing,
  whatIsMissing,
} from './what-is-missing.ts';

type ExtractiveAnswer = {
  readonly answer: string;
  readonly citations: readonly AnswerCitation[];
  /** What the cited documents say against the drugs asked for or quoted. */
  readonly warnings: readonly string[];
};

/** All passages of a document in reading order; empty where they are not at hand. */
export type WholeDocument = (docKey: string, version: number) => readonly Passage[];

/** Said under every answer. */
export const excerptNotice =
  'These are excerpts from the loaded documents, chosen by their words and not checked by a clinician. Read the cited page before acting on them.';
/** Said when nothing fits. */
export const nothingFound =
  'Nothing in the loaded documents answers this question. Try other words, name the drug, condition or protocol number, or check that the document has been loaded.';

/** Results this much below the best one are not quoted. */
const quotedFrom = 0.55;
/** Characters of an excerpt: the best document says most. */
const firstExcerpt = 1800;
const furtherExcerpt = 900;
const lastExcerpt = 600;
/** The documents of which least is said begin after so many. */
const documentsInFull = 3;
/** How well a passage counts as found that is only there because others of its document were. */
const relevanceOfTheRest = 0.3;

/**
 * Leaves out passages written for other patients, as long as some are for the right ones: a child's question must not
 * be answered with an adult's dose beside it.
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

/** The question as if it had named the patient of the conversation. */
const forPatient = (
  interpretation: QueryInterpretation,
  { population, ageYears, weightKg }: PatientFacts,
): QueryInterpretation => {
  const { ages, weights } = interpretation.entities;
  return {
    ...interpretation,
    ...defined({ population }),
    entities: {
      ...interpretation.entities,
      ages: ages.length > 0 || ageYears === undefined ? ages : [{ value: ageYears, unit: 'years' }],
      weights: weights.length > 0 || weightKg === undefined ? weights : [{ value: weightKg, unit: 'kg' }],
    },
  };
};

const tableOfContents = /\b(?:table of contents|contents|index)\b/i;

/** Leaves out lists of titles and numbers where anything else was found: they answer "which protocol" only. */
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

/** The sources of each document, the best document first. */
const byDocument = (
  sources: readonly AnswerSource[],
): readonly (readonly [AnswerSource, ...AnswerSource[]])[] => {
  const documents = new Map<string, [AnswerSource, ...AnswerSource[]]>();
  for (const source of sources) {
    const known = documents.get(source.passage.docKey);
    if (known) known.push(source);
    else documents.set(source.passage.docKey, [source]);
  }
  return [...documents.values()];
};

/**
 * Where the question names no age, what is written for adults goes before its twin for children: the first excerpt is
 * the one that is read in a hurry.
 */
const adultsFirst = <Sources extends readonly [AnswerSource, ...AnswerSource[]]>(
  documents: readonly Sources[],
  interpretation: QueryInterpretation,
): readonly Sources[] => {
  if (interpretation.population !== undefined || interpretation.protocolNumbers.length > 0) return documents;
  const numberOf = ([{ passage }]: Sources): string => protocolNumberKey(protocolNumbersOf(passage)[0] ?? '');
  const ordered = [...documents];
  for (const child of documents) {
    const number = numberOf(child);
    if (patientsOf(child[0].passage) !== 'pediatric' || !number.endsWith('p')) continue;
    const at = ordered.indexOf(child);
    const adult = ordered.findIndex((document) => numberOf(document) === number.slice(0, -1));
    if (adult > at) ordered.splice(at, 0, ...ordered.splice(adult, 1));
  }
  return ordered;
};

/**
 * Where a dose is asked for, documents that give an amount of the drug before those that only speak of it; among those that
 * do, and without an age in the question, what is written for children last. Each document holds its place otherwise.
 */
const dosesFirst = <Sources extends readonly [AnswerSource, ...AnswerSource[]]>(
  documents: readonly Sources[],
  { population, protocolNumbers }: QueryInterpretation,
  { wantsDose, drugs }: ExcerptRequest,
  outlineOfAll: (sources: Sources) => OutlinedDocument,
): readonly Sources[] => {
  if (!wantsDose || drugs.length === 0 || protocolNumbers.length > 0) return documents;
  const placeOf = (sources: Sources): number => {
    const { blocks, terms } = outlineOfAll(sources);
    const gives = blocks.some(
      (block, index) =>
        blockNamesDose(block) &&
        [index, ...headsOf(blocks, index)].some((at) => drugs.some((drug) => terms[at]?.has(drug))),
    );
    if (!gives) return 2;
    return population === undefined && patientsOf(sources[0].passage) === 'pediatric' ? 1 : 0;
  };
  const placed = documents.map((sources) => ({ sources, place: placeOf(sources) }));
  return placed.toSorted((one, other) => one.place - other.place).map(({ sources }) => sources);
};

const writtenOf = (
  blocks: readonly Block[],
  chosen: readonly number[],
): Pick<AnswerCitation, 'chosen' | 'parts' | 'excerpt'> => {
  const parts = writeExcerpt(blocks, chosen);
  return { chosen, parts, excerpt: joinParts(parts) };
};

/**
 * What is quoted of a document with the sections first that forbid what was asked for, where it was asked whether it may be
 * done. Parts that go on with each other stay together.
 */
const forbiddingFirst = (
  citation: AnswerCitation,
  { things, subject, patient, wantsRestriction }: ExcerptRequest,
): AnswerCitation => {
  if (!wantsRestriction) return citation;
  const { blocks, chosen } = citation;
  // A paragraph with a list of its own that names what was asked for is whole by itself; a step keeps its place.
  const isWhole = (index: number): boolean =>
    blocks[index]?.kind === 'paragraph' && rightUnder(blocks, index).length > 0;
  const forbidding = new Set(
    forbiddingPatient(citation, { subject, patient })
      .filter(isWhole)
      .flatMap((index) => branchOf(blocks, index)),
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

/** Citations without what those before them say word for word. */
const saidOnce = (citations: readonly AnswerCitation[]): readonly AnswerCitation[] => {
  const shown = new Set<string>();
  return citations.map((citation) => {
    const chosen = withoutRepeated(citation.blocks, citation.chosen, shown);
    return chosen.length === citation.chosen.length
      ? citation
      : { ...citation, ...writtenOf(citation.blocks, chosen) };
  });
};

/** All of a document that is at hand, outlined. */
const outlineOfSources = (
  sources: readonly [AnswerSource, ...AnswerSource[]],
  wholeDocument: WholeDocument,
): OutlinedDocument => {
  const [{ passage }] = sources;
  const whole = wholeDocument(passage.docKey, passage.version);
  const found = sources.map((source) => source.passage).sort((one, other) => one.index - other.index);
  return outlineOf(whole.length > 0 ? whole : found);
};

const cite = (
  sources: readonly [AnswerSource, ...AnswerSource[]],
  index: number,
  {
    request,
    tables,
    best,
    wholeDocument,
  }: { request: ExcerptRequest; tables: TableRequest; best: number; wholeDocument: WholeDocument },
): AnswerCitation => {
  const [{ passage, score }] = sources;
  const document = outlineOfSources(sources, wholeDocument);
  const withTables = showTables(document, tables);
  const relevance = new Map(sources.map((source) => [source.passage.chunkId, source.score / best]));
  const chosen = chooseBlocks(
    withTables,
    ({ chunkId }) => relevance.get(chunkId) ?? relevanceOfTheRest,
    request,
    index === 0 ? firstExcerpt : index < documentsInFull ? furtherExcerpt : lastExcerpt,
  );
  const quoted = { n: index + 1, passage, score, document, blocks: withTables.blocks };
  return { ...quoted, ...writtenOf(withTables.blocks, chosen) };
};

const patients = { adult: 'adult', pediatric: 'pediatric', neonatal: 'newborn' } as const;

/** A heading or a title of a document as a part of one line of the answer, without what looks like its marks. */
const inAnswer = (heading: string): string => withoutOwnReferences(heading.replace(/\s+/g, ' '));

/** What a document is called: its title, with number and patients where the title leaves them out. */
const nameOf = (passage: Passage): string => {
  const [number] = protocolNumbersOf(passage);
  const writtenFor = patientsOf(passage);
  const further = [
    ...(number === undefined || protocolNumberKey(passage.title).includes(protocolNumberKey(number))
      ? []
      : [number.toUpperCase()]),
    ...(writtenFor === undefined ? [] : [patients[writtenFor]]),
  ];
  const title = inAnswer(passage.title);
  return further.length === 0 ? title : `${title} (${further.join(' · ')})`;
};

const titleKey = ({ title, agency }: Passage): string =>
  `${title
    .toLowerCase()
    .replace(/[^\p{L}\d]+/gu, ' ')
    .trim()}|${agency ?? ''}`;

/** Two documents of one title, agency and kind of patients, that hold from different dates: one is a version of the other. */
const isOtherVersion = (one: Passage, other: Passage): boolean =>
  one.docKey !== other.docKey &&
  titleKey(one) === titleKey(other) &&
  patientsOf(one) === patientsOf(other) &&
  one.effectiveDate !== undefined &&
  other.effectiveDate !== undefined &&
  one.effectiveDate !== other.effectiveDate;

/** The newer of two versions before the older one, each named with its date. */
const newerFirst = (citations: readonly AnswerCitation[]): readonly AnswerCitation[] => {
  const dateOf = ({ passage }: AnswerCitation): string => passage.effectiveDate ?? '';
  const ordered = [...citations];
  for (const citation of citations) {
    const older = ordered.findIndex(
      (other, place) =>
        place < ordered.indexOf(citation) &&
        isOtherVersion(other.passage, citation.passage) &&
        dateOf(other) < dateOf(citation),
    );
    if (older >= 0) ordered.splice(older, 0, ...ordered.splice(ordered.indexOf(citation), 1));
  }
  return ordered.map((citation) =>
    citations.some(({ passage }) => isOtherVersion(passage, citation.passage))
      ? { ...citation, dated: true }
      : citation,
  );
};

/** The pages of parts in words, those in a row as a range. */
const inPages = (parts: readonly ExcerptPart[]): string => {
  const pages = [...new Set(parts.flatMap((part) => part.pages))].sort((one, other) => one - other);
  const runs: [number, number][] = [];
  for (const page of pages) {
    const run = runs.at(-1);
    if (run !== undefined && page === run[1] + 1) run[1] = page;
    else runs.push([page, page]);
  }
  const written = runs.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`));
  return `${pages.length === 1 ? 'page' : 'pages'} ${written.join(', ')}`;
};

/**
 * Parts of one section on the same or the next page, together, with a mark between those that do not go on with each other: the head of
 * a step and its dose must not look like two things, and no head is repeated.
 */
const inWhole = (parts: readonly ExcerptPart[]): readonly (readonly ExcerptPart[])[] => {
  const groups: ExcerptPart[][] = [];
  for (const part of parts) {
    const before = groups.at(-1)?.at(-1);
    const isBeside = before?.section === part.section && part.notes.length === 0 && before.notes.length === 0;
    if (before !== undefined && (part.continues || isBeside)) groups.at(-1)?.push(part);
    else groups.push([part]);
  }
  return groups;
};

const quote = ({ n, parts, passage, dated }: AnswerCitation): string =>
  inWhole(parts)
    .map((group, index) => {
      const [first] = group;
      const section = first?.section ?? '';
      const place = [
        ...(index === 0 ? [nameOf(passage)] : []),
        ...(index === 0 && dated === true ? [`effective ${passage.effectiveDate}`] : []),
        inPages(group),
        ...(section ? [inAnswer(section)] : []),
      ];
      const notes = [...new Set(group.flatMap((part) => part.notes))].map((note) => `\n[${note}]`);
      const mark = ocrMark(group.map((part) => part.passage));
      return `[${n}] ${place.join(', ')}${mark}:${notes.join('')}\n${joinParts(group)}`;
    })
    .join('\n\n');

/** What nearly everything is given with: a question is not about it unless it says so. */
const vehicles = new Set(['normal saline', 'oxygen'].map(conceptTerm));

/** The drugs whose doses are quoted, by their index terms. */
const drugsQuoted = ({ document: { blocks, terms }, chosen }: AnswerCitation): readonly string[] =>
  chosen.flatMap((index) => {
    if (!blockNamesDose(blocks[index])) return [];
    return [index, ...headsOf(blocks, index)].flatMap((at) =>
      [...(terms[at] ?? [])].filter((term) => !vehicles.has(term) && isDrugTerm(term)),
    );
  });

/** What the cited documents say against what was asked whether it may be done: read before what speaks for it. */
const prohibitionsFirst = (
  { wantsRestriction }: ExcerptRequest,
  warnings: readonly Warning[],
): readonly string[] => {
  const asked = warnings.filter(({ isAsked }) => isAsked);
  if (!wantsRestriction || asked.length === 0) return [];
  return [
    ['What the cited documents forbid, hold or limit:', ...asked.map(({ text }) => `- ${text}`)].join('\n'),
  ];
};

/** Names the documents that were left out because they give the drug for something else. */
const otherIndications = (
  { entities: { drugs, conditions } }: QueryInterpretation,
  others: readonly AnswerCitation[],
): readonly string[] =>
  others.length === 0
    ? []
    : [
        `Also found, but not for ${conditions.join(', ')}: ${drugs.join(', ')} in ${others.map(({ passage }) => nameOf(passage)).join('; ')}.`,
      ];

/**
 * Answers with the best blocks of the best documents, quoted word for word with their citation numbers. It never
 * rephrases a dose: each block comes whole, under the headings that it stands under, with the alternatives for other
 * patients and what restricts it.
 *
 * @param results best first, as ranked
 * @param limit the maximum number of citations: documents
 * @param wholeDocument what else the cited documents say
 * @param context what the conversation knows of the patient
 */
export const composeExtractiveAnswer = (
  understood: QueryInterpretation,
  results: readonly AnswerSource[],
  limit = 5,
  wholeDocument: WholeDocument = () => [],
  context?: ClinicalContext,
): ExtractiveAnswer => {
  const patient = patientFactsOf(understood, context);
  const interpretation = forPatient(understood, patient);
  const best = results[0]?.score ?? 0;
  const worthQuoting = results.filter(({ score }) => score > 0 && score >= best * quotedFrom);
  const request = excerptRequestOf(interpretation, patient);
  const documents = dosesFirst(
    adultsFirst(
      byDocument(withoutDirectories(forPopulation(worthQuoting, interpretation), interpretation)),
      interpretation,
    ).slice(0, limit),
    interpretation,
    request,
    (sources) => outlineOfSources(sources, wholeDocument),
  );
  if (documents.length === 0) return { answer: nothingFound, citations: [], warnings: [] };
  const tables = tableRequestOf(request, interpretation.original);
  const quoted = documents
    .map((sources, index) => cite(sources, index, { request, tables, best, wholeDocument }))
    .filter(({ parts }) => parts.length > 0);
  // Where something may be forbidden, what other indications say against it counts, too.
  const { kept, others } = request.wantsRestriction
    ? { kept: quoted, others: [] }
    : judgeIndications(interpretation, quoted);
  const citations = saidOnce(
    newerFirst(request.wantsRestriction ? kept : withoutIdle(request.subject, kept)),
  ).map((citation, index) => ({
    ...forbiddingFirst(citation, request),
    n: index + 1,
  }));
  const shown = citations.map(({ excerpt }) => excerpt);
  const warnings = drawWarnings(
    citations,
    {
      asked: request.things,
      quoted: [...new Set(citations.flatMap(drugsQuoted))],
      subject: request.subject,
      ...(request.wantsRestriction ? { allowedFor: patient } : {}),
    },
    shown,
  );
  return {
    answer: [
      ...compareWithPatient(patient, interpretation.entities.drugs, citations),
      ...whatIsMissing(interpretation, results, citations),
      ...dosesMissing(interpretation, citations),
      ...strengthsMissing(interpretation, citations),
      ...combinationMissing(interpretation, request.wantsRestriction, citations),
      ...patientsMissing(patient, citations),
      ...remarksOnDoses(interpretation.entities.drugs, citations, results, { wholeDocument, nameOf }),
      ...populationNote(interpretation, citations),
      ...prohibitionsFirst(request, warnings),
      ...dosesElsewhere(citations),
      ...citations.map(quote),
      ...otherIndications(interpretation, others),
      excerptNotice,
    ].join('\n\n'),
    citations,
    warnings: warnings.map(({ text }) => text),
  };
};
