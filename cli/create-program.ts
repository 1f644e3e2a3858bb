import { Command, Help } from 'commander';
import { usageError } from './cli-error.ts';
import type { CliRun } from './cli-run.ts';
import { commandTable } from './command-table.ts';
import { wrapCommands } from './output/wrap-commands.ts';
import { plainText } from './plain-text.ts';
import { wordsOf } from './words-of.ts';

/** Refuses empty arguments, which usually come from unset shell variables. */
const refuseBlankArguments = ({ args, registeredArguments }: Command): void => {
  for (const [index, argument] of registeredArguments.entries()) {
    const words = argument.variadic ? args.slice(index) : args.slice(index, index + 1);
    if (words.length > 0 && words.every((word) => word.trim() === ''))
      throw usageError(`<${argument.name()}>: must not be empty`);
  }
};

/**
 * Refuses options of a group of commands that its called command lacks: commander accepts them anywhere in the words, and
 * they would have no effect.
 */
const refuseOptionsOfGroup = (program: Command, action: Command): void => {
  const own = new Set(action.options.map((option) => option.attributeName()));
  for (let group = action.parent; group !== null && group !== program; group = group.parent)
    for (const option of group.options)
      if (group.getOptionValueSource(option.attributeName()) === 'cli' && !own.has(option.attributeName()))
        throw usageError(
          `"${wordsOf(action)}" has no option ${option.long ?? option.flags}; it belongs to "${wordsOf(group)}".`,
          `See "${wordsOf(action)} --help" for examples.`,
        );
};

/** A text as a sentence: with a capital and a full stop. */
const sentenceOf = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.?!:)]$/.test(text) ? '' : '.'}`;

/** The program without its commands. */
const createBareProgram = (cli: CliRun, version: string): Command =>
  new Command('npx anamnesis')
    .description(
      [
        'Anamnesis, a clinical knowledge assistant, from the command line.',
        'Uses the server that runs on DATA_DIR (./data), or the one at --url or ANAMNESIS_URL with the token in',
        'ANAMNESIS_TOKEN. If no server runs, it opens the data directory itself.',
      ].join(' '),
    )
    .version(version)
    .option('--url <url>', 'address of a server, e.g. http://localhost:3000')
    .option('--ca <file>', "PEM file of the TLS server's certification authority, unless it is a public one")
    .hook('preAction', async (program, action) => {
      refuseBlankArguments(action);
      refuseOptionsOfGroup(program, action);
      const { ca }: { readonly ca?: string } = action.optsWithGlobals();
      const file = ca ?? (cli.environment.ANAMNESIS_CA || undefined);
      if (file !== undefined) await (await import('./trust-certificates.ts')).trustFile(file);
    })
    .exitOverride()
    .configureOutput({
      getOutHelpWidth: () => cli.terminal.width,
      getErrHelpWidth: () => cli.terminal.width,
      writeOut: (text) => cli.terminal.results.write(wrapCommands(text, cli.terminal.width)),
      writeErr: (text) => cli.terminal.note(text.trimEnd()),
      outputError: (text, write) =>
        write(
          cli.terminal.noteStyle(
            'red',
            sentenceOf(
              plainText(text)
                .trimEnd()
                .replace(/^error: /, ''),
            ),
          ),
        ),
    })
    .configureHelp({
      showGlobalOptions: true,
      // Wraps descriptions next to long names, too; by default commander does not wrap below 40 columns.
      minWidthToWrap: 20,
      // In the list of commands a group has a phrase, above its own help a sentence.
      commandDescription: (command) => sentenceOf(new Help().commandDescription(command)),
      optionDescription: (option) =>
        `${new Help().optionDescription(option)}${option.mandatory ? ' (required)' : ''}`,
      // The whole list stays readable at 80 columns and fewer; each command's own help has its arguments.
      subcommandTerm: (command) =>
        command.parent?.parent ? new Help().subcommandTerm(command) : command.name(),
      // A command's option hides its parent's option of the same name.
      visibleGlobalOptions: (command) => {
        const own = new Set(command.options.map(({ long }) => long));
        return Object.assign(new Help(), { showGlobalOptions: true })
          .visibleGlobalOptions(command)
          .filter(({ long }) => !own.has(long));
      },
    })
    .addHelpText(
      'after',
      `
Examples:
  $ npx anamnesis ingest samples --source-type guideline --specialty emergency_medicine
  $ npx anamnesis ask "pediatric epinephrine dose for anaphylaxis"
  $ npx anamnesis projections reset search
  $ npx anamnesis ingest --help`,
    );

const addCommands = async (program: Command, cli: CliRun, called: (name: string) => boolean) => {
  for (const { listed, load } of commandTable)
    if (listed.some(([name]) => called(name))) (await load())(program, cli);
    else for (const [name, summary] of listed) program.command(name).summary(summary);
};

/** Makes commander point to the help of the failing command after an error. */
const pointToHelp = (command: Command): void => {
  command.showHelpAfterError(`See "${wordsOf(command)} --help" for examples.`);
  command.commands.forEach(pointToHelp);
};

/**
 * Creates the program for one call: the command named by `words` has its options and action, the others only an entry in
 * the list. All errors are thrown, including those of commander; nothing exits the process.
 */
export const createProgram = async (
  words: readonly string[],
  cli: CliRun,
  version: string,
): Promise<Command> => {
  const program = createBareProgram(cli, version);
  const { operands } = program.parseOptions([...words]);
  const [first, second] = operands;
  const called = first === 'help' ? second : first;
  await addCommands(program, cli, (name) => name === called);
  pointToHelp(program);
  if (first !== undefined)
    (await import('./commands/refuse-unknown-command.ts')).refuseUnknownCommand(program, words);
  return program;
};

/** Creates the program with all its commands, for listing them. */
export const createWholeProgram = async (cli: CliRun, version: string): Promise<Command> => {
  const program = createBareProgram(cli, version);
  await addCommands(program, cli, () => true);
  return program;
};
