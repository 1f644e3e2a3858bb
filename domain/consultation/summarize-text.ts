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
import { excerptRequestOf, isDrugTerm, termsIn } from './excerpt/judge-blocks.ts';
import { patientFactsOf } from './patient-facts.ts';

/** Longest text that is summarized, in characters: about twenty pages. */
export const MAX_SUMMARIZED = 50_000;
/** What is shown of it, in characters, where the rules of safety do not ask for more. */
const fewLines = 600;
/** Longer paragraphs are quoted by their sentences. */
const wholeParagraph = fewLines / 3;
/** The document that the text is taken for; it is stored nowhere. */
const docKey = 'text';
const version = 1;

export const summaryNotice =
  'These lines are taken from the text word for word, chosen by their words and not checked by a clinician. Read the whole of it before acting on them.';
export const nothingInText =
  'Nothing in this text answers the query. Try other words, or name the drug, condition or procedure.';

/** What of a text one needs in the field. */
export type TextSummary = {
  /** Whether anything in the text answers the query. */
  readonly found: boolean;
  /** All that is to be shown, as one text. */
  readonly summary: string;
  /** What is quoted, word for word and in the text's order, each under the heading that it is under. */
  readonly excerpts: readonly {
    readonly section: string;
    readonly text: string;
    readonly notes: readonly string[];
  }[];
  /** What the text says against the drugs asked for or quoted. */
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

/** Tokens count for nothing here: instructions are cut by their characters. */
const noTokens = (): number => 0;

type Excerpts = TextSummary['excerpts'];

const headed = ({ section, text, notes }: TextSummary['excerpts'][number]): string =>
  [...(section === '' ? [] : [`${section}:`]), ...notes.map((note) => `[${note}]`), text].join('\n');

const letters = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}<>≤≥]+/gu, ' ');

/** Whether a warning says word for word what excerpts say, but for what it names before it and the marks behind it. */
const isHeld = (warning: string, excerpts: Excerpts): boolean => {
  const text = warning.replace(/(?: \[\d{1,2}\]){1,20}$/, '');
  const said = excerpts.map((excerpt) => letters(excerpt.text)).join(' ');
  return [text, text.replace(/^[^:]{1,80}: /, '')].some((one) => said.includes(letters(one).trim()));
};

/** Remarks without what is forbidden in the excerpts already, and the list of it where nothing is left. */
const notHeld = (remark: string, excerpts: Excerpts): readonly string[] => {
  const length = excerpts.reduce((sum, { text }) => sum + text.length, 0);
  // Where it was asked whether something may be done, its prohibition is not looked for amid other sentences.
  if (!remark.startsWith(prohibitionsHeading) || length > wholeParagraph) return [remark];
  const [head = '', ...items] = remark.split('\n');
  const left = items.filter((item) => !isHeld(item.replace(/^- /, ''), excerpts));
  return left.length === 0 ? [] : [[head, ...left].join('\n')];
};

/** Excerpts with those first that hold a warning; what goes on with the one before it stays with it. */
const warningFirst = (excerpts: Excerpts, warnings: readonly string[]): Excerpts => {
  const isWarning = (excerpt: Excerpts[number]): boolean =>
    warnings.some((warning) => isHeld(warning, [excerpt]));
  return [...excerpts.filter(isWarning), ...excerpts.filter((excerpt) => !isWarning(excerpt))];
};

/** A line in capitals that may be the name of a drug. */
const inCapitals = /^[ \t]*[A-Z][A-Z /&-]{3,40}:?[ \t]*$/;

/**
 * A text in which the names of drugs in capitals are headings, also where no blank line comes before them: else the name
 * goes on with the last contraindication of the drug before it.
 */
const withDrugsApart = (content: string): string =>
  content
    .split('\n')
    .map((line) =>
      inCapitals.test(line) && [...termsIn(line)].some(isDrugTerm) ? `\n## ${line.trim()}` : line,
    )
    .join('\n');

/** The passages of a text, and where their words are. */
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
 * The few lines of a text that answer a query, chosen and shown by the rules of an answer: statements whole, rows of
 * tables with their heads, what restricts a dose beside it, prohibitions first where something may be forbidden. Where
 * the passages do not match, nothing is shown.
 */
export const summarizeText = (
  { query, content, title }: { readonly query: string; readonly content: string; readonly title: string },
  dictionary: Dictionary,
): TextSummary => {
  const text = withDrugsApart(content);
  const whole = readText(text, title, dictionary);
  // What is to be done for a condition is all that a paragraph about it says: "then give bicarbonate" is the second step.
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
    // What is not among the lines, and speaks against them, is read before them.
    summary: [...warnings.filter((warning) => !isSaid(warning)), ...said, summaryNotice].join('\n\n'),
    excerpts,
    warnings,
  };
};
