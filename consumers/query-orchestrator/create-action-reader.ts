import type { CalculatorTerms } from '../../domain/consultation/action-intent/action-intent.ts';
import { readActionIntent } from '../../domain/consultation/action-intent/read-action-intent.ts';
import type { TimeReader } from '../../ports/time-reader.ts';
import type { QuestionTools } from './question-tools.ts';

type ActionReaderParts = {
  readonly readTimes: TimeReader;
  readonly timeZone: string;
  readonly calculators: readonly CalculatorTerms[];
};

/** An instant by the clock of a time zone: `2026-11-23T10:05`. */
const clockOf = (instant: string, timeZone: string): string =>
  new Date(instant)
    .toLocaleString('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
    .replace(' ', 'T');

/** Reads actions from questions, in the time zone of the askers. */
export const createActionReader =
  ({ readTimes, timeZone, calculators }: ActionReaderParts): QuestionTools['readAction'] =>
  (text, at) =>
    readActionIntent(text, {
      readTimes: (words) => readTimes(words, { now: at, timeZone }),
      now: clockOf(at, timeZone),
      calculators,
    });
