import type { Command } from 'commander';
import { type CliError, usageError } from '../cli-error.ts';
import { wordsOf } from '../words-of.ts';
import { nearestNames } from './nearest-name.ts';

/** Whether a command that has others below it does something by itself; commands that only hold others have no options. */
const actsItself = ({ options }: Command): boolean => options.length > 0;

const hintFor = (command: Command, name: string, hasSuggestion: boolean): string => {
  const words = wordsOf(command);
  if (command.registeredArguments.length > 0) return `For a folder with this name, write ./${name}.`;
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
 * Refuses words that name no command, at any depth: the same way whether it is called or its help is wanted. A word that
 * is near the name of a command below is not taken for an argument: a backup into a folder "verfy" is not what anyone
 * wants who has one to verify.
 *
 * @throws CliError with the nearest names
 */
export const refuseUnknownCommand = (program: Command, words: readonly string[]): void => {
  let command = program;
  let rest: readonly string[] = words;
  while (command.commands.length > 0) {
    const { operands, unknown } = command.parseOptions([...rest]);
    const [name, ...further] = operands;
    // An empty word is refused as such.
    if (name === undefined || (name.trim() === '' && command.parent !== null)) return;
    const child = command.commands.find((one) => one.name() === name);
    if (child === undefined && name !== 'help') {
      const meant = nearestNames(
        name,
        command.commands.map((one) => one.name()),
      );
      // It may be an argument of a command that does something by itself.
      if (command.registeredArguments.length > 0 && meant.length === 0) return;
      throw unknownCommand(command, name, meant);
    }
    command = child ?? command;
    rest = [...further, ...unknown];
  }
};
