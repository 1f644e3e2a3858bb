import { CliError } from '../cli-error.ts';
import { printQuery, type WatchedQuery } from '../output/print-query.ts';
import { printJson } from '../output/print-result.ts';
import type { Terminal } from '../output/terminal.ts';

/** Prints the outcome of a question, with hints on what to do next. */
export const showQuery = (watched: WatchedQuery, json: boolean, terminal: Terminal): void => {
  const { query } = watched;
  if (json) {
    printJson(terminal, query);
    if (query.error) throw new CliError(query.error.message, { hint: 'Check the server log.' });
    return;
  }
  printQuery(watched, terminal);
  if (query.status === 'clarifying') {
    terminal.print();
    terminal.print(
      query.clarification?.options.length
        ? 'Answer it with the number of an option, or in your own words:'
        : 'Answer it in your own words:',
    );
    terminal.print(`  npx anamnesis clarify ${query.queryId} <answer>`);
    return;
  }
  // Hints are for a person who has just read the answer; a file or a pipe gets only the answer.
  if (!terminal.onScreen) return;
  terminal.note();
  terminal.note('Rate it, or continue:');
  terminal.note(`  npx anamnesis feedback give ${query.queryId} helpful`);
  terminal.note('  npx anamnesis ask --conversation last "…"');
  terminal.note('  npx anamnesis chat --conversation last');
};
