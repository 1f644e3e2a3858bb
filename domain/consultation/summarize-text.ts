import type { Chunk } from '../knowledge/chunk.ts';
import { chunkDocument } from '../knowledge/chunking/chunk-document.ts';
import { protocolPolicy } from '../knowledge/chunking/chunking-policy.ts';
import { cleanPages } from '../knowledge/clean-pages.ts';
import type { Dictionary } from '../language/dictionary.ts';
import { drugsNamed } from '../language/drugs-named.ts';
import { createLexicalIndex } from '../retrieval/lexical/lexical-index.ts';
import { lexicalQuery } from '../retrieval/lexical/lexical-query.ts';
import { chunkIdOf, type Passage } from '../retrieval/passage.ts';
import { interpretQuery } from '../retrieval/query/interpret-query.ts';
import type { QueryInterpretation } from '../retrieval/query/query-interpretation.ts';
import { candidatesPerSource, rankPassages } from '../retrieval/ranking/rank-passages.ts';
import { composeExtractiveAnswer, prohibitionsHeading } from './compose-extractive-answer.ts';
import { divideProse } from './divide-prose.ts';
import { isDrugTerm } from './excerpt/drug-terms.ts';
import { excerptRequestOf } from './excerpt/judge-blocks.ts';
import { termsIn } from './excerpt/terms-of-text.ts';
import { patientFactsOf } from './patient-facts.ts';

/** Maximum length of the text in characters: about twenty pages. */
export const MAX_SUMMARIZED = 50_000;
/** Maximum length of the summary in characters, unless the safety rules need more. */
const fewLines = 600;
/** Longer paragraphs are quoted sentence by sentence. */
const wholeParagraph = fewLines / 3;
/** The key of the text's temporary document; it is never stored. */
const docKey = 'text';
const version = 1;

export const summaryNotice =
  'These lines are taken from the text word for word, chosen by their words and not checked by a clinician. Read the whole of it before acting on them.';
export const nothingInText =
  'Nothing in this text answers the query. Try other words, or name the drug, condition or procedure.';

/** The lines of a text needed in the field. */
export type TextSummary = {
  /** Whether anything in the text answers the query. */
  readonly found: boolean;
  /** The whole summary as one text. */
  readonly summary: string;
  /** The verbatim quotations in the text's order, each with its heading. */
  readonly excerpts: readonly {
    readonly section: string;
    readonly text: string;
    readonly notes: readonly string[];
  }[];
  /** The text's warnings about the drugs asked for or quoted. */
  readonly warnings: readonly string[];
};

const passageOf = (chunk: Chunk, title: string): Passage => ({
  chunkId: chunkIdOf(docKey, version, chunk.index),
  docKey,
  version,
  index: chunk.index,
  title,
  fileName: title,
  sourceType: 'protocol',
  specialty: [],
  sectionPath: chunk.sectionPath,
  text: chunk.text,
  contentType: chunk.contentType,
  isTable: chunk.isTable,
  firstPage: chunk.firstPage,
  lastPage: chunk.lastPage,
  start: chunk.start,
  end: chunk.end,
  phi: true,
  drugs: drugsNamed({ ...chunk, title }),
});

/** Token counts are irrelevant here: instructions are cut by characters. */
const noTokens = (): number => 0;

type Excerpts = TextSummary['excerpts'];

const headed = ({ section, text, notes }: TextSummary['excerpts'][number]): string =>
  [...(section === '' ? [] : [`${section}:`]), ...notes.map((note) => `[${note}]`), text].join('\n');

const letters = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}<>≤≥]+/gu, ' ');

/** Whether the excerpts contain a warning verbatim, apart from its leading names and trailing marks. */
const isHeld = (warning: string, excerpts: Excerpts): boolean => {
  const text = warning.replace(/(?: \[\d{1,2}\]){1,20}$/, '');
  const said = excerpts.map((excerpt) => letters(excerpt.text)).join(' ');
  return [text, text.replace(/^[^:]{1,80}: /, '')].some((one) => said.includes(letters(one).trim()));
};

/** Removes prohibitions that the excerpts contain already, and the whole list if none is left. */
const notHeld = (remark: string, excerpts: Excerpts): readonly string[] => {
  const length = excerpts.reduce((sum, { text }) => sum + text.length, 0);
  // In the answer to a question of permission, a reader must not have to find the prohibition among other sentences.
  if (!remark.startsWith(prohibitionsHeading) || length > wholeParagraph) return [remark];
  const [head = '', ...items] = remark.split('\n');
  const left = items.filter((item) => !isHeld(item.replace(/^- /, ''), excerpts));
  return left.length === 0 ? [] : [[head, ...left].join('\n')];
};

/** Puts the excerpts with a warning first; a continuation stays with its excerpt. */
const warningFirst = (excerpts: Excerpts, warnings: readonly string[]): Excerpts => {
  const isWarning = (excerpt: Excerpts[number]): boolean =>
    warnings.some((warning) => isHeld(warning, [excerpt]));
  return [...excerpts.filter(isWarning), ...excerpts.filter((excerpt) => !isWarning(excerpt))];
};

/** A line in capitals that may be a drug name. */
const inCapitals = /^[ \t]*[A-Z][A-Z /&-]{3,40}:?[ \t]*$/;

/**
 * Turns drug names in capitals into headings even without a blank line before them: otherwise a name would continue
 * the last contraindication of the drug above it.
 */
const withDrugsApart = (content: string): string =>
  content
    .split('\n')
    .map((line) =>
      inCapitals.test(line) && [...termsIn(line)].some(isDrugTerm) ? `\n## ${line.trim()}` : line,
    )
    .join('\n');

/** Splits a text into passages and indexes them. */
const readText = (content: string, title: string, dictionary: Dictionary) => {
  const document = cleanPages([{ page: 1, text: content, readBy: 'native' }]);
  const passages = chunkDocument(document, protocolPolicy, noTokens).map((chunk) => passageOf(chunk, title));
  const index = createLexicalIndex(dictionary);
  index.putDocument(docKey, passages);
  return { passages, index };
};

const asksForSteps = (interpretation: QueryInterpretation): boolean =>
  excerptRequestOf(interpretation, patientFactsOf(interpretation)).wantsManagement;

/**
 * Returns the few lines of a text that answer a query, chosen and shown by the rules of an answer: whole statements,
 * table rows with their heads, restrictions next to their dose, prohibitions first if something may be forbidden.
 * Nothing is shown if no passage matches.
 */
export const summarizeText = (
  { query, content, title }: { readonly query: string; readonly content: string; readonly title: string },
  dictionary: Dictionary,
): TextSummary => {
  const text = withDrugsApart(content);
  const whole = readText(text, title, dictionary);
  // For a condition, every sentence of its paragraph matters: "then give bicarbonate" is the second step.
  const { passages, index } = asksForSteps(interpretQuery(query, whole.index.vocabulary))
    ? whole
    : readText(divideProse(text, wholeParagraph), title, dictionary);
  const interpretation = interpretQuery(query, index.vocabulary);
  const terms = lexicalQuery(interpretation);
  const results = rankPassages({
    interpretation,
    terms,
    dense: [],
    lexical: index.search({ ...interpretation, terms }, candidatesPerSource, {}),
    passageOf: index.passage,
    fieldsOf: index.fieldsOf,
    limit: candidatesPerSource,
  });
  const {
    citations,
    remarks = [],
    warnings,
  } = composeExtractiveAnswer(interpretation, results, {
    limit: 1,
    wholeDocument: () => passages,
    longest: fewLines,
  });
  const excerpts = citations.flatMap(({ parts }) =>
    parts.map(({ section, text, notes }) => ({ section, text, notes })),
  );
  if (excerpts.length === 0) return { found: false, summary: nothingInText, excerpts: [], warnings: [] };
  const said = [
    ...remarks.flatMap((remark) => notHeld(remark, excerpts)),
    ...warningFirst(excerpts, warnings).map(headed),
  ];
  const isSaid = (warning: string): boolean =>
    isHeld(warning, excerpts) || said.some((text) => text.includes(warning));
  return {
    found: true,
    // A warning that is not among the lines is read before them.
    summary: [...warnings.filter((warning) => !isSaid(warning)), ...said, summaryNotice].join('\n\n'),
    excerpts,
    warnings,
  };
};
