import type { Command } from 'commander';
import { usageError } from '../cli-error.ts';
import { wordsOf } from '../words-of.ts';
import { nearestNames } from './nearest-name.ts';

const refuse = (command: Command): void => {
  const [first, ...more] = command.args;
  if (first === undefined) return;
  const expected = command.registeredArguments.length;
  const [meant] = nearestNames(
    first,
    command.commands.map((child) => child.name()),
  );
  const words = wordsOf(command);
  // A backup into a folder "verfy" is not what anybody wants who has one to verify.
  if (meant !== undefined)
    throw usageError(
      `There is no "${words} ${first}". Did you mean "${words} ${meant}"?`,
      expected > 0 ? `A folder of this name is ./${first}.` : `See "${words} --help".`,
    );
  if (command.args.length > expected)
    throw usageError(
      expected === 0
        ? `There is no "${words} ${first}".`
        : `"${words}" takes ${expected === 1 ? 'one argument' : `${expected} arguments`}; "${more.join(' ')}" is too much.`,
      expected === 0 && command.summary() !== ''
        ? `"${words}" by itself: ${command.summary()}.`
        : `See "${words} --help".`,
    );
};

/**
 * For commands that do something by themselves and have commands below them: a mistyped one below is named, instead of
 * being taken for an argument. Covers every command of the program.
 */
export const refuseUnknownSubcommands = (program: Command): void => {
  const within = (command: Command): void => {
    for (const child of command.commands) {
      const actsItself = child.commands.length > 0 && child.options.length > 0;
      if (actsItself) {
        child.allowExcessArguments();
        child.hook('preAction', (_, acting) => {
          if (acting === child) refuse(child);
        });
      }
      within(child);
    }
  };
  within(program);
};
