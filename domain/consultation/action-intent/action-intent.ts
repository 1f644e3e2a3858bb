import type { NamedTime } from './named-time.ts';

/** An action that a question explicitly asks for. */
export type ActionIntent =
  | { readonly kind: 'call'; readonly tool: string; readonly arguments: Readonly<Record<string, unknown>> }
  /** Something is missing or ambiguous: the person is asked, and nothing is assumed. */
  | {
      readonly kind: 'ask';
      readonly tool: string;
      readonly question: string;
      readonly options: readonly { readonly id: string; readonly label: string; readonly readAs: string }[];
    };

/** The parameters of a calculator, as far as the rules parse them. */
export type CalculatorTerms = {
  readonly name: string;
  readonly title: string;
  readonly parameters: Readonly<
    Record<
      string,
      {
        readonly kind: 'yes_no' | 'choice' | 'amount';
        readonly required: boolean;
        readonly units?: readonly string[];
        readonly choices?: Readonly<Record<string, string>>;
        readonly example: string;
      }
    >
  >;
};

/** The context in which an action is parsed. */
export type ActionReading = {
  readonly readTimes: (text: string) => readonly NamedTime[];
  /** The asker's local time: `2026-11-23T10:05`. */
  readonly now: string;
  readonly calculators: readonly CalculatorTerms[];
};

/** Asks for a missing detail, without options. */
export const askFor = (tool: string, question: string): ActionIntent => ({
  kind: 'ask',
  tool,
  question: question.slice(0, 1000),
  options: [],
});
