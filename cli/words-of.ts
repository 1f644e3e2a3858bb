import type { Command } from 'commander';

/** What is typed to call a command. */
export const wordsOf = (command: Command): string =>
  command.parent ? `${wordsOf(command.parent)} ${command.name()}` : command.name();
