import { omitUndefined } from '../../kernel/omit-undefined.ts';
import type { AnswerEvidence } from './answer-evidence.ts';
import { createFindings, type ReadAnswer } from './answer-findings.ts';
import { unitEnd } from './answer-units.ts';
import { takeBlank, takeRule, takeUnit } from './compose-answer.ts';
import { newComposition, takeContinuation } from './composition.ts';
import { indexEvidence } from './evidence-index.ts';
import { removeEvidenceMarks } from './evidence-marks.ts';
import { containsOrderedWords, orderedWords } from './ordered-words.ts';
import { isRule, parseUnit } from './parse-unit.ts';
import { plainCharacters } from './plain-characters.ts';
import type { QuestionFacts } from './question-facts.ts';
import { type SafetyReason, safetyReasons } from './safety-reason.ts';
import { unsafeReason } from './unsafe-reason.ts';

/** Answers longer than any token limit allows are cut. */
const longestAnswer = 100_000;

/** Reads a streamed answer: which text may be shown now and, at the end, the findings. */
export type AnswerReader = {
  /** Returns the next text that may be shown. */
  readonly push: (piece: string) => string;
  /** Returns the rest at the end of the stream. */
  readonly end: () => string;
  /** The findings so far. */
  readonly result: () => ReadAnswer;
};

/** Reads an answer unit by unit. */
const createUnitReader = (evidence: readonly AnswerEvidence[], known: QuestionFacts) => {
  const index = indexEvidence(evidence);
  const numbers = new Set(index.numbers);
  const ordered = [
    ...known.ordered,
    ...evidence.flatMap(({ text }) => orderedWords(plainCharacters(text.slice(0, longestAnswer)))),
  ];
  const findings = createFindings(index);
  const composition = newComposition(index, known, findings);
  let unsafe: SafetyReason | undefined;

  return {
    findings,
    unsafe: () => unsafe,
    /** Returns the next text to show. */
    read: (written: string): string => {
      if (unsafe !== undefined) return '';
      const body = written.trimEnd();
      if (body === '') {
        takeBlank(composition, written);
        return '';
      }
      if (isRule(body)) {
        takeRule(composition, written);
        return '';
      }
      const unit = parseUnit(written, numbers);
      findings.read(unit);
      unsafe = containsOrderedWords(unit.claim, ordered) ? 'injection_obeyed' : unsafeReason(unit.claim);
      if (unsafe === undefined) return takeUnit(composition, unit);
      findings.struck(unit, safetyReasons[unsafe]);
      return '';
    },
    end: (): string => (unsafe === undefined ? takeContinuation(composition) : ''),
  };
};

/**
 * Reads a model's answer sentence by sentence. The result does not depend on how the stream is cut: sentences that
 * the evidence proves, normalized citations, and statements of the evidence in place of all other sentences.
 */
export const createAnswerReader = (
  evidence: readonly AnswerEvidence[],
  known: QuestionFacts,
): AnswerReader => {
  const units = createUnitReader(evidence, known);
  const marks = removeEvidenceMarks();
  let buffer = '';
  let scanned = 0;
  let taken = 0;
  let surrogate = '';

  const drain = (isFinal: boolean): string => {
    let out = '';
    while (buffer !== '') {
      const found = unitEnd(buffer, scanned, isFinal);
      if (!('end' in found)) {
        scanned = found.resume;
        break;
      }
      const unit = buffer.slice(0, found.end);
      buffer = buffer.slice(found.end);
      scanned = 0;
      out += units.read(unit);
    }
    return out;
  };

  let ended: string | undefined;
  return {
    push: (piece) => {
      if (ended !== undefined || taken >= longestAnswer) return '';
      const whole = surrogate + piece;
      const isCut = /[\ud800-\udbff]$/.test(whole);
      surrogate = isCut ? whole.slice(-1) : '';
      const plain = plainCharacters(isCut ? whole.slice(0, -1) : whole).slice(0, longestAnswer - taken);
      taken += plain.length;
      buffer += marks.push(plain);
      return drain(false);
    },
    end: () => {
      if (ended !== undefined) return '';
      buffer += marks.end();
      const rest = `${drain(true)}${units.end()}`;
      const lines = units.findings.contradictions().map(({ text }) => `- ${text}`);
      ended = lines.length === 0 ? rest : `${rest}\n\nThe sources differ:\n${lines.join('\n')}`;
      return ended;
    },
    result: () => ({ ...units.findings.result(), ...omitUndefined({ unsafe: units.unsafe() }) }),
  };
};
