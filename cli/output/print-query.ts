import type { Query } from '../../client/api.generated.ts';
import { counted } from '../../domain/kernel/counted.ts';
import { CliError } from '../cli-error.ts';
import { plainLine, plainText } from '../plain-text.ts';
import { fitScreen } from './fit-screen.ts';
import { printAnswer } from './print-answer.ts';
import type { Terminal } from './terminal.ts';

/** A finished question, and the part of its draft that was shown; empty if none was. */
export type WatchedQuery = { readonly query: Query; readonly draft: string };

/** Prints a clarifying question with its numbered options. */
const printClarification = (
  { question, options }: NonNullable<Query['clarification']>,
  terminal: Terminal,
): void => {
  terminal.print(terminal.style('bold', fitScreen(question, terminal)));
  for (const [index, { label }] of options.entries())
    terminal.print(fitScreen(`  ${index + 1}  ${plainLine(label)}`, terminal));
};

/** Normalizes whitespace, because a draft is wrapped as it arrives. */
const words = (text: string): string => plainText(text).replace(/\s+/g, ' ').trim();

/** Explains why the shown draft differs from the final answer. */
const differenceOf = ({ checks, model }: Query): string => {
  if (model === 'extractive') return 'Disregard the draft above: the answer consists of excerpts.';
  const struck = checks?.struck.length ?? 0;
  return struck === 0
    ? 'The checked answer differs from the draft above:'
    : `The checked answer differs from the draft above (removed ${counted(struck, 'sentence')} not supported by the sources):`;
};

/**
 * Prints the outcome of a question: the answer or a clarifying question. An answer that was shown while it was written is
 * printed again only if the checked answer differs, with a note.
 *
 * @throws CliError when the question failed or was cancelled
 */
export const printQuery = ({ query, draft }: WatchedQuery, terminal: Terminal): void => {
  if (draft !== '') terminal.print();
  if (query.error) throw new CliError(query.error.message, { hint: 'Check the server log.' });
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
