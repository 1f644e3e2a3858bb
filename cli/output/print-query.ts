import type { Query } from '../../client/api.generated.ts';
import { counted } from '../../domain/kernel/counted.ts';
import { CliError } from '../cli-error.ts';
import { plainLine, plainText } from '../plain-text.ts';
import { fitScreen } from './fit-screen.ts';
import { printAnswer } from './print-answer.ts';
import type { Terminal } from './terminal.ts';

/** A question with its end, and what was shown of its draft; empty where nothing was. */
export type WatchedQuery = { readonly query: Query; readonly draft: string };

/** What is asked back, with the numbers by which it is answered. */
const printClarification = (
  { question, options }: NonNullable<Query['clarification']>,
  terminal: Terminal,
): void => {
  terminal.print(terminal.style('bold', fitScreen(question, terminal)));
  for (const [index, { label }] of options.entries())
    terminal.print(fitScreen(`  ${index + 1}  ${plainLine(label)}`, terminal));
};

/** Blanks and line ends apart, for a draft is wrapped as it comes. */
const words = (text: string): string => plainText(text).replace(/\s+/g, ' ').trim();

/** Why what was shown is not what holds. */
const differenceOf = ({ checks, model }: Query): string => {
  if (model === 'extractive') return 'What was written above does not hold: the answer is made of excerpts.';
  const struck = checks?.struck.length ?? 0;
  return struck === 0
    ? 'The checked answer differs from what was written above:'
    : `The checked answer differs from what was written above (${counted(struck, 'sentence')} left out, not supported by the sources):`;
};

/**
 * Prints how a question ended: the answer, or what is asked back. An answer that was shown as it was written is not
 * printed again, unless the checked one differs, which is said.
 *
 * @throws CliError for one that failed or was cancelled
 */
export const printQuery = ({ query, draft }: WatchedQuery, terminal: Terminal): void => {
  if (draft !== '') terminal.print();
  if (query.error) throw new CliError(query.error.message, { hint: 'Look at the log of the server.' });
  if (query.status === 'cancelled') throw new CliError('The question was cancelled.');
  if (query.status === 'clarifying' && query.clarification) {
    printClarification(query.clarification, terminal);
    return;
  }
  const holds = draft !== '' && words(draft) === words(query.answer ?? '');
  if (draft !== '' && !holds) {
    terminal.print(terminal.style('yellow', fitScreen(differenceOf(query), terminal)));
    terminal.print();
  }
  printAnswer(query, terminal, { isShown: holds });
};
