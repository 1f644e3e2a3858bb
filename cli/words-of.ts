import type { Command } from 'commander';

/** The words to type for a command, e.g. `npx anamnesis audit list`. */
export const wordsOf = (command: Command): string =>
  command.parent ? `${wordsOf(command.parent)} ${command.name()}` : command.name();
