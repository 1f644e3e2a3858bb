import type { Command } from 'commander';
import { type CliError, usageError } from '../cli-error.ts';
import { wordsOf } from '../words-of.ts';
import { nearestNames } from './nearest-name.ts';

/** Whether a command with subcommands also has an action of its own; pure groups have no options. */
const actsItself = ({ options }: Command): boolean => options.length > 0;

const hintFor = (command: Command, name: string, hasSuggestion: boolean): string => {
  const words = wordsOf(command);
  if (command.registeredArguments.length > 0) return `For a folder with this name, use ./${name}.`;
  return !hasSuggestion && command.parent !== null && actsItself(command)
    ? `"${words}" alone does this: ${command.summary()}.`
    : `See "${words} --help" for examples.`;
};

const unknownCommand = (command: Command, name: string, meant: readonly string[]): CliError => {
  const words = wordsOf(command);
  const suggestions = meant.map((one) => `"${words} ${one}"`).join(' or ');
  return usageError(
    `There is no command "${words} ${name}".${meant.length === 0 ? '' : ` Did you mean ${suggestions}?`}`,
    hintFor(command, name, meant.length > 0),
  );
};

/**
 * Refuses words that name no command, at any depth, whether the command or its help was requested. A word close to the
 * name of a subcommand is not accepted as an argument: someone who types "backup verfy" wants to verify a backup, not to
 * take one into a folder "verfy".
 *
 * @throws CliError with the nearest names
 */
export const refuseUnknownCommand = (program: Command, words: readonly string[]): void => {
  let command = program;
  let rest: readonly string[] = words;
  while (command.commands.length > 0) {
    const { operands, unknown } = command.parseOptions([...rest]);
    const [name, ...further] = operands;
    // An empty argument is refused elsewhere, with a better message.
    if (name === undefined || (name.trim() === '' && command.parent !== null)) return;
    const child = command.commands.find((one) => one.name() === name);
    if (child === undefined && name !== 'help') {
      const meant = nearestNames(
        name,
        command.commands.map((one) => one.name()),
      );
      // It may be an argument of a command with an action of its own.
      if (command.registeredArguments.length > 0 && meant.length === 0) return;
      throw unknownCommand(command, name, meant);
    }
    command = child ?? command;
    rest = [...further, ...unknown];
  }
};
