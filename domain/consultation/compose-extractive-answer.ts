import { type Statement, splitStatements } from '../language/split-statements.ts';
import { analyzeText } from '../retrieval/lexical/analyze-text.ts';
import { conceptTerm, type LexicalTerm } from '../retrieval/lexical/lexical-query.ts';
import type { Passage } from '../retrieval/passage.ts';
import type { QueryInterpretation } from '../retrieval/query/query-interpretation.ts';
import { populationAgreement } from '../retrieval/ranking/population-agreement.ts';
import { rankContextOf } from '../retrieval/ranking/rank-features.ts';

/** What the answer is made from. */
type AnswerSource = { readonly passage: Passage; readonly score: number };

/** A numbered piece of evidence; the caller adds what only the store knows. */
type AnswerCitation = {
  /** The number in the answer, from 1. */
  readonly n: number;
  readonly passage: Passage;
  readonly excerpt: string;
  readonly score: number;
};

type ExtractiveAnswer = {
  readonly answer: string;
  readonly citations: readonly AnswerCitation[];
  /** Contraindications and cautions that the cited documents state about the drugs of the question. */
  readonly warnings: readonly string[];
};

/** Said under every answer. */
export const excerptNotice =
  'These are excerpts from the loaded documents, chosen by their words and not checked by a clinician. Read the cited page before acting on them.';
/** Said when nothing fits. */
export const nothingFound =
  'Nothing in the loaded documents answers this question. Try other words, name the drug, condition or protocol number, or check that the document has been loaded.';

/** Results this much below the best one are not quoted. */
const quotedFrom = 0.55;
const statementsPerSource = 5;
/** A statement that is worth less than this share of the best one of its passage is not quoted. */
const quotedStatementsFrom = 0.5;
/** Characters of an excerpt: the best passage says most. */
const firstExcerpt = 1000;
const furtherExcerpt = 600;
const maxWarnings = 6;
const maxWarningLength = 300;

/** Tables up to this length are quoted whole, also where a further source has less room. */
const wholeTable = 700;
/** Stands where lines of the passage were left out, so that no two lines look as if they belonged together. */
const omission = '[…]';

const dose = /\d[,.]{0,3}(?:\s*-)?\s*(?:mg|mcg|µg|μg|g|gm|meq|mmol|units?|ml|l|j|joules?)\b/i;
const warning =
  /contraindicat|do not (?:give|administer|use|repeat)|must not|should not (?:be )?(?:give|administer|receive|use)|\bavoid\b|\bwithhold\b|\bhold (?:if|for)\b|\bcaution\b|not recommended|\bdiscontinue\b|\bprecautions?\b/i;

/** An entry of a list of sources; a strength in the name of a product is not a dose. */
const bibliographyEntry = /^\[\d{1,3}\]\s/;
/** What bounds or repeats the dose that the line before names. */
const doseLimit =
  /\b(?:max(?:imum|\.)?|(?:not|never) (?:to )?exceed|up to|repeat(?:ed)?|may repeat|once only|total)\b/i;

type Judged = { readonly statement: Statement; readonly index: number; readonly worth: number };

const termsOf = (text: string): ReadonlySet<string> => {
  const { words, concepts } = analyzeText(text);
  return new Set([...words, ...concepts.map(conceptTerm)]);
};

const share = (subject: readonly LexicalTerm[], terms: ReadonlySet<string>): number => {
  let all = 0;
  let found = 0;
  for (const { term, weight } of subject) {
    all += weight;
    if (terms.has(term)) found += weight;
  }
  return all === 0 ? 0 : found / all;
};

const isHeading = (text: string): boolean =>
  text.length < 80 && /^(?:#{1,6}\s|[A-Z][A-Z\d /&,()-]+:?$)/.test(text);

const judge = (
  statements: readonly Statement[],
  interpretation: QueryInterpretation,
  subject: readonly LexicalTerm[],
): readonly Judged[] => {
  const terms = statements.map(({ text }) => termsOf(text));
  const drugs = interpretation.entities.drugs.map(conceptTerm);
  const wantsDose = ['medication_dosing', 'pediatric_specific', 'drug_information'].includes(
    interpretation.intent,
  );
  const wantsWarning = interpretation.intent === 'contraindication_check';
  return statements.map((statement, index) => {
    const own = terms[index] ?? new Set<string>();
    const above = statement.under === undefined ? undefined : terms[statement.under];
    const matched = share(subject, own);
    let worth = matched + (above ? 0.4 * share(subject, above) : 0);
    const aboutDrug = drugs.some((drug) => own.has(drug) || above?.has(drug));
    if (wantsDose && dose.test(statement.text) && (aboutDrug || drugs.length === 0)) worth += 0.5;
    if (wantsWarning && warning.test(statement.text) && worth > 0) worth += 0.4;
    if (isHeading(statement.text) || statement.text.length < 12) worth *= 0.3;
    if (bibliographyEntry.test(statement.text)) worth *= 0.2;
    return { statement, index, worth };
  });
};

const shortened = (text: string, maxLength: number): string => {
  if (text.length <= maxLength) return text;
  const cut = text.lastIndexOf(' ', maxLength - 1);
  return `${text.slice(0, cut > maxLength / 2 ? cut : maxLength - 1).toWellFormed()}…`;
};

/**
 * A statement with what belongs to it: what introduces it and everything else introduced there. Half a list of doses or
 * criteria is worse than none.
 */
const blockOf = (statements: readonly Statement[], index: number): readonly number[] => {
  const introducer = statements[index]?.under ?? index;
  const block = [introducer];
  for (let at = introducer + 1; at < statements.length; at += 1) {
    if (statements[at]?.under === introducer) block.push(at);
  }
  return [...block, index, ...limitsAfter(statements, index)];
};

/** The lines after a dose that bound or repeat it: a dose without its maximum is half an answer. */
const limitsAfter = (statements: readonly Statement[], index: number): readonly number[] => {
  if (!dose.test(statements[index]?.text ?? '')) return [];
  const limits: number[] = [];
  for (let at = index + 1; at < statements.length; at += 1) {
    const { text } = statements[at] ?? { text: '' };
    if (!doseLimit.test(text) || isHeading(text)) break;
    limits.push(at);
  }
  return limits;
};

const lengthOf = (statements: readonly Statement[], indexes: Iterable<number>): number => {
  let length = 0;
  for (const index of indexes) length += (statements[index]?.text.length ?? 0) + 1;
  return length;
};

/** The best statements of a passage in reading order, each with what belongs to it as far as there is room. */
const excerptOf = (
  passage: Passage,
  interpretation: QueryInterpretation,
  subject: readonly LexicalTerm[],
  room: number,
): string => {
  // A table says what it says by its rows side by side.
  if (passage.isTable && passage.text.length <= Math.max(room, wholeTable)) return passage.text;
  const statements = splitStatements(passage.text);
  const ordered = judge(statements, interpretation, subject).toSorted(
    (one, other) => other.worth - one.worth || one.index - other.index,
  );
  const bestWorth = ordered[0]?.worth ?? 0;
  let chosen = new Set<number>();
  for (const { index, statement, worth } of ordered.slice(0, statementsPerSource)) {
    if (chosen.size > 0 && worth < bestWorth * quotedStatementsFrom) break;
    const introduced = statement.under === undefined ? [index] : [statement.under, index];
    const withBlock = new Set([...chosen, ...blockOf(statements, index)]);
    const withoutBlock = new Set([...chosen, ...introduced]);
    if (lengthOf(statements, withBlock) <= room) chosen = withBlock;
    else if (chosen.size === 0 || lengthOf(statements, withoutBlock) <= room) chosen = withoutBlock;
  }
  const inOrder = [...chosen].sort((one, other) => one - other);
  const lines = inOrder.flatMap((index, place) => {
    const before = inOrder[place - 1];
    const text = statements[index]?.text ?? '';
    return before !== undefined && index > before + 1 ? [omission, text] : [text];
  });
  return shortened(lines.join('\n'), room);
};

const warningsOf = (
  sources: readonly AnswerSource[],
  interpretation: QueryInterpretation,
): readonly string[] => {
  const drugs = interpretation.entities.drugs.map(conceptTerm);
  if (drugs.length === 0) return [];
  const found = new Set<string>();
  for (const { passage } of sources) {
    const statements = splitStatements(passage.text);
    for (const statement of statements) {
      if (!warning.test(statement.text) || isHeading(statement.text)) continue;
      const above = statement.under === undefined ? '' : (statements[statement.under]?.text ?? '');
      const terms = termsOf(`${above} ${statement.text}`);
      if (drugs.some((drug) => terms.has(drug))) found.add(shortened(statement.text, maxWarningLength));
    }
  }
  return [...found].slice(0, maxWarnings);
};

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

/**
 * Answers with the most relevant statements of the best passages, quoted word for word with their citation numbers. It
 * never rephrases a dose: each quoted line is one of the document, with the line that it stands under.
 *
 * @param results best first, as ranked
 * @param limit the maximum number of citations
 */
export const composeExtractiveAnswer = (
  _question: string,
  interpretation: QueryInterpretation,
  results: readonly AnswerSource[],
  limit = 5,
): ExtractiveAnswer => {
  const best = results[0]?.score ?? 0;
  const worthQuoting = results.filter(({ score }) => score > 0 && score >= best * quotedFrom);
  const sources = forPopulation(worthQuoting, interpretation).slice(0, limit);
  if (sources.length === 0) return { answer: nothingFound, citations: [], warnings: [] };
  const { subject } = rankContextOf(interpretation);
  const citations = sources.map(({ passage, score }, index): AnswerCitation => {
    const room = index === 0 ? firstExcerpt : furtherExcerpt;
    return { n: index + 1, passage, excerpt: excerptOf(passage, interpretation, subject, room), score };
  });
  const quotes = citations.map(({ n, passage, excerpt }) => {
    const section = passage.sectionPath.at(-1);
    const place = `${passage.title}, page ${passage.firstPage}${section ? `, ${section}` : ''}`;
    return `[${n}] ${place}:\n${excerpt}`;
  });
  return {
    answer: [...quotes, excerptNotice].join('\n\n'),
    citations,
    warnings: warningsOf(sources, interpretation),
  };
};
