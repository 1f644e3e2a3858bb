import type { Command } from 'commander';
import { z } from 'zod';
import { describeIssue } from '../../domain/kernel/describe-issue.ts';
import { wholeNumberText } from '../../domain/kernel/whole-number.ts';
import { usageError } from '../cli-error.ts';
import { wordsOf } from '../words-of.ts';

/** Converts a camel-case name to a flag: `sourceType` → `source-type`. */
export const dashed = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** The option that every command takes. */
const globalOptions = { url: z.string().optional() };

/**
 * Validates the options of a command and returns them typed.
 *
 * @throws CliError that names each wrong option
 */
export const parseOptions = <Shape extends z.ZodRawShape>(command: Command, shape: Shape) => {
  const parsed = z
    .object({ ...shape, ...globalOptions })
    .safeParse(command.optsWithGlobals(), { error: describeIssue });
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(
    (issue) => `--${dashed(String(issue.path[0] ?? ''))}: ${issue.message}`,
  );
  throw usageError(problems.join('\n'), `See "${wordsOf(command)} --help" for examples.`);
};

/**
 * Refuses `--url` for commands that work on folders of this machine.
 *
 * @throws CliError when a server address is given: the user would believe that the command changes that server
 */
export const refuseUrl = (command: Command): void => {
  if (command.optsWithGlobals().url === undefined) return;
  throw usageError(
    `"${wordsOf(command)}" works on a folder of this machine, not on the server at --url.`,
    'Run it on the machine that has the folder, and set DATA_DIR to the folder.',
  );
};

/** The schema of a whole number on the command line. */
export const wholeNumber = (minimum: number, maximum: number) =>
  z
    .string()
    .regex(wholeNumberText, `must be a whole number from ${minimum} to ${maximum}`)
    .transform(Number)
    .pipe(z.int().min(minimum, `must be at least ${minimum}`).max(maximum, `must be at most ${maximum}`));

/** A commander option parser that collects every occurrence of an option. */
export const collect = (value: string, before: readonly string[] | undefined): readonly string[] => [
  ...(before ?? []),
  value,
];
