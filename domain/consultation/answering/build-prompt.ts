import { splitStatements } from '../../clinical-text/split-statements.ts';
import type { ClinicalContext } from '../clinical-context.ts';
import type { AnswerEvidence } from './answer-evidence.ts';
import { statementsWithIds } from './evidence-index.ts';
import { fenceText } from './fence-text.ts';
import { promptRules } from './prompt-rules.ts';

/** A message to a model. */
type PromptMessage = { readonly role: 'system' | 'user'; readonly content: string };

/** The input of a model for an answer. */
export type PromptRequest = {
  readonly question: string;
  /** For a follow-up: the question rewritten to be understood on its own. */
  readonly readAs?: string;
  /** The wording that was searched. */
  readonly interpretation?: { readonly searchedFor: string };
  /** Best first. */
  readonly evidence: readonly AnswerEvidence[];
  readonly clinicalContext?: ClinicalContext;
  /** The earlier conversation, oldest first. */
  readonly exchanges: readonly { readonly question: string; readonly answer: string }[];
  readonly intent: string;
  /** Maximum number of tokens of the whole prompt. */
  readonly maxPromptTokens: number;
  /** The current day, time and time zone, for words such as "tomorrow"; present only if tools may be called. */
  readonly now?: string;
};

/** A prompt with the evidence that fits: only that may be cited. */
export type Prompt = {
  readonly messages: readonly PromptMessage[];
  readonly evidence: readonly AnswerEvidence[];
  /** Numbers of the evidence that did not fit. */
  readonly dropped: readonly number[];
};

/** Limits of the earlier conversation, from the specification. */
const mostExchanges = 5;
const longestQuestionBefore = 400;
const longestAnswerBefore = 900;
/** The conversation's share of the token budget: it matters less than evidence. */
const shareOfExchanges = 0.2;

/** Letters per token: of words, low, as in drug names; of abbreviations and units, which vocabularies lack ("TXA"). */
const LETTERS_PER_TOKEN = 3;
const LETTERS_PER_TOKEN_OF_ABBREVIATION = 2;

const isLetter = (code: number): boolean => (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a);
const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;
const smallVowels: ReadonlySet<number> = new Set([...'aeiouy'].map((vowel) => vowel.charCodeAt(0)));

/** Counts the tokens of a run of letters. A capital within it begins another token: "mEq" has three. */
const tokensOfRun = (text: string, from: number, to: number): number => {
  let hasVowel = false;
  let capitalsWithin = 0;
  for (let at = from; at < to; at += 1) {
    const code = text.charCodeAt(at);
    hasVowel ||= smallVowels.has(code);
    if (code < 0x61 && at > from && text.charCodeAt(at - 1) >= 0x61) capitalsWithin += 1;
  }
  return (
    Math.ceil((to - from) / (hasVowel ? LETTERS_PER_TOKEN : LETTERS_PER_TOKEN_OF_ABBREVIATION)) +
    capitalsWithin
  );
};

/**
 * Estimates an upper bound of the tokens of a text. Tokenizers differ, and small models have small vocabularies: a
 * word counts one token per three letters and at least one, each digit and sign one, a blank before a digit one, other
 * scripts one per byte. A count by bytes alone would underestimate a table of doses by half.
 */
export const estimateTokens = (text: string): number => {
  let tokens = 4;
  let blanks = 0;
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at);
    if (code === 0x20) {
      blanks += 1;
      at += 1;
      continue;
    }
    tokens += Math.ceil(Math.max(0, blanks - 1) / 4) + (blanks > 0 && isDigit(code) ? 1 : 0);
    blanks = 0;
    let end = at + 1;
    if (isLetter(code)) {
      while (end < text.length && isLetter(text.charCodeAt(end))) end += 1;
      tokens += tokensOfRun(text, at, end);
    } else tokens += code < 0x80 ? 1 : code < 0x800 ? 2 : 3;
    at = end;
  }
  return tokens + Math.ceil(Math.max(0, blanks - 1) / 4);
};

/** Cuts a text after its last whole statement within the limit, and marks the omission. */
const wholeStatements = (text: string, longest: number): string => {
  if (text.length <= longest) return text;
  const lines: string[] = [];
  let length = 0;
  for (const { text: statement } of splitStatements(text.slice(0, longest * 2))) {
    if (length + statement.length > longest) break;
    lines.push(statement);
    length += statement.length + 1;
  }
  return [...lines, '[…]'].join('\n');
};

/** Earlier answers cite evidence that is no longer in the prompt. */
const withoutMarks = (text: string): string => text.replace(/\s?\[\d{1,3}\]/g, '');

const contextLines = (context: ClinicalContext): string =>
  [
    context.patientAge === undefined ? '' : `Age: ${context.patientAge} years`,
    context.patientSex === undefined ? '' : `Sex: ${context.patientSex}`,
    context.patientWeight === undefined ? '' : `Weight: ${context.patientWeight} kg`,
    context.chiefComplaint === undefined ? '' : `Chief complaint: ${context.chiefComplaint}`,
    context.relevantHistory === undefined ? '' : `History: ${context.relevantHistory}`,
    (context.currentMedications ?? []).length === 0
      ? ''
      : `Medications: ${(context.currentMedications ?? []).join('; ')}`,
    (context.allergies ?? []).length === 0 ? '' : `Allergies: ${(context.allergies ?? []).join('; ')}`,
  ]
    .filter((line) => line !== '')
    .join('\n');

const headOf = ({ title, source, population }: AnswerEvidence): string =>
  `(${source}) ${title}${population === undefined ? '' : `, written for ${population} patients`}`;

/**
 * Formats one piece of evidence: its title, marked with its number, and its statements, each on a line marked with its
 * id, as in `2.3| `. A model may answer with the ids alone.
 */
export const fencedEvidence = (evidence: AnswerEvidence): string => {
  const n = String(evidence.n);
  const statements = statementsWithIds(evidence);
  return statements === undefined
    ? fenceText(`${headOf(evidence)}\n${evidence.text}`, n)
    : [
        fenceText(headOf(evidence), n),
        ...statements.map((statement, at) => fenceText(statement, `${n}.${at + 1}`)),
      ].join('\n');
};

const fencedExchange = ({ question, answer }: PromptRequest['exchanges'][number]): string =>
  fenceText(
    `Asked: ${question.slice(0, longestQuestionBefore)}\nAnswered: ${wholeStatements(withoutMarks(answer), longestAnswerBefore)}`,
    'C',
  );

/** Returns the latest exchanges that fit, oldest first. */
const exchangesWithin = (exchanges: PromptRequest['exchanges'], tokens: number): readonly string[] => {
  const kept: string[] = [];
  let left = tokens;
  for (const exchange of exchanges.slice(-mostExchanges).toReversed()) {
    const text = fencedExchange(exchange);
    left -= estimateTokens(text);
    if (left < 0) break;
    kept.unshift(text);
  }
  return kept;
};

/** Returns a piece cut to the statements that fit; empty if none does. */
const partWithin = (one: AnswerEvidence, tokens: number): readonly AnswerEvidence[] => {
  for (let longest = tokens * LETTERS_PER_TOKEN; longest >= 1; longest = Math.floor(longest / 2)) {
    const text = wholeStatements(one.text, longest);
    if (text === '[…]') return [];
    const part = { ...one, text };
    if (estimateTokens(fencedEvidence(part)) + 1 <= tokens) return [part];
  }
  return [];
};

/**
 * Returns the evidence that fits, in order; the last is dropped first. If not even the first fits, returns those of
 * its statements that do.
 */
const evidenceWithin = (evidence: readonly AnswerEvidence[], tokens: number): readonly AnswerEvidence[] => {
  const kept: AnswerEvidence[] = [];
  let left = tokens;
  for (const one of evidence) {
    const needed = estimateTokens(fencedEvidence(one)) + 1;
    if (needed > left) {
      if (kept.length > 0) break;
      return partWithin(one, left);
    }
    left -= needed;
    kept.push(one);
  }
  return kept;
};

/**
 * Builds the messages for a model: the rules, then one message with the earlier conversation, the facts about the
 * patient, the numbered evidence and the question. Text by others is marked and neutralized (see `fenceText`). If the
 * budget is too small, the last evidence is dropped first; no statement is cut.
 */
export const buildPrompt = ({
  question,
  readAs,
  interpretation,
  evidence,
  clinicalContext,
  exchanges,
  intent,
  maxPromptTokens,
  now,
}: PromptRequest): Prompt => {
  const rules = promptRules(now !== undefined);
  const known = clinicalContext === undefined ? '' : contextLines(clinicalContext);
  const asked = [
    fenceText(question, 'Q'),
    ...(readAs === undefined || readAs === question ? [] : [fenceText(`Read as: ${readAs}`, 'Q')]),
    ...(interpretation === undefined || interpretation.searchedFor === question
      ? []
      : [fenceText(`Searched for: ${interpretation.searchedFor}`, 'Q')]),
  ].join('\n');
  const before = known === '' ? '' : `Facts about the patient:\n${fenceText(known, 'P')}\n\n`;
  const task = `\n\nThe question (${/^[a-z_]{1,40}$/.test(intent) ? intent.replaceAll('_', ' ') : 'general'}):\n${asked}\n\n${now === undefined ? '' : `It is ${now}. `}Answer it from the evidence above, following your rules, with a citation after each sentence.`;
  const fixed = estimateTokens(rules) + estimateTokens(before) + estimateTokens(task) + 32;
  const room = Math.max(0, maxPromptTokens - fixed);
  const conversation = exchangesWithin(exchanges, room * shareOfExchanges);
  const used = conversation.reduce((sum, text) => sum + estimateTokens(text), 0);
  const shown = evidenceWithin(evidence, room - used);
  const kept = new Set(shown.map(({ n }) => n));
  const content = [
    conversation.length === 0 ? '' : `The earlier conversation:\n${conversation.join('\n')}\n\n`,
    before,
    shown.length === 0
      ? 'There is no evidence.'
      : `The evidence, ${shown.length} ${shown.length === 1 ? 'piece' : 'pieces'}:\n${shown.map(fencedEvidence).join('\n\n')}`,
    task,
  ].join('');
  return {
    messages: [
      { role: 'system', content: rules },
      { role: 'user', content },
    ],
    evidence: shown,
    dropped: evidence.filter(({ n }) => !kept.has(n)).map(({ n }) => n),
  };
};
