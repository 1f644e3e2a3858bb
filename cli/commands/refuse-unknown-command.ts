import type { Command } from 'commander';
import { nearestNames } from './nearest-name.ts';

const suggestionFor = (word: string, names: readonly string[]): string => {
  const meant = nearestNames(word, names);
  if (meant.length === 0) return '';
  return `\n(Did you mean ${meant.length === 1 ? '' : 'one of '}${meant.join(', ')}?)`;
};

/**
 * For a call that asks for help: commander would explain the group of a command that does not exist, and end as if all
 * were well.
 *
 * @throws CommanderError for words that name no command
 */
export const refuseUnknownCommand = (program: Command, words: readonly string[]): void => {
  let command = program;
  let rest: readonly string[] = words;
  while (command.commands.length > 0) {
    const { operands, unknown } = command.parseOptions([...rest]);
    const [name, ...further] = operands;
    if (name === undefined) return;
    const child = command.commands.find((one) => one.name() === name);
    if (child === undefined && name !== 'help') {
      const names = command.commands.map((one) => one.name());
      const suggestion = suggestionFor(name, names);
      // It may be an argument of a command that does something by itself.
      if (command.registeredArguments.length > 0 && suggestion === '') return;
      command.error(`error: unknown command '${name}'${suggestion}`, { code: 'commander.unknownCommand' });
    }
    command = child ?? command;
    rest = [...further, ...unknown];
  }
};
