import type { NamedTime } from './named-time.ts';

/** An action that a question explicitly asks for. */
export type ActionIntent =
  | { readonly kind: 'call'; readonly tool: string; readonly arguments: Readonly<Record<string, unknown>> }
  /** Something is missing, or can be meant in two ways: the person is asked, nothing is taken for granted. */
  | {
      readonly kind: 'ask';
      readonly tool: string;
      readonly question: string;
      readonly options: readonly { readonly id: string; readonly label: string; readonly readAs: string }[];
    };

/** What a calculator takes, as far as rules read it. */
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

/** What the reading of an action needs to know beside its text. */
export type ActionReading = {
  readonly readTimes: (text: string) => readonly NamedTime[];
  /** By the clock of the person asking: `2026-11-23T10:05`. */
  readonly now: string;
  readonly calculators: readonly CalculatorTerms[];
};

/** Asks for what is missing, with nothing to choose from. */
export const askFor = (tool: string, question: string): ActionIntent => ({
  kind: 'ask',
  tool,
  question: question.slice(0, 1000),
  options: [],
});
