import { type Command, Option } from 'commander';
import { z } from 'zod';
import { collect, dashed, wholeNumber } from './parse-options.ts';

/** A flag of the command line that a table of properties or filters describes. */
type ValueFlag = {
  /** In camel case, as its value is called among the options. */
  readonly option: string;
  readonly short?: string;
  /** The placeholder for its value in the help; a flag without a value is a yes. */
  readonly value?: string;
  /** How several values are separated; without it there is one. */
  readonly list?: 'commas' | 'repeated';
  readonly help: string;
};

/** Adds a flag to a command. */
export const addValueFlag = (command: Command, { option, short, value, list, help }: ValueFlag): Command => {
  const names = `${short === undefined ? '' : `-${short}, `}--${dashed(option)}`;
  const added = new Option(value === undefined ? names : `${names} <${value}>`, help);
  return command.addOption(list === undefined ? added : added.argParser(collect));
};

const texts = z.array(z.string());

/** The values of a list, separated by commas where that is unambiguous. */
const splitAtCommas = (values: unknown): unknown =>
  texts
    .safeParse(values)
    .data?.flatMap((text) => text.split(','))
    .map((text) => text.trim());

/** The schema inside what makes a value optional. */
const required = (schema: z.ZodType): z.ZodType => {
  const inner =
    schema instanceof z.ZodOptional || schema instanceof z.ZodDefault ? schema.unwrap() : undefined;
  return inner instanceof z.ZodType ? required(inner) : schema;
};

/**
 * What a flag must hold, given what its value must be: one value's schema where the flag gives one, and that of the whole
 * list where it gives several. Absent where the flag is.
 */
export const valueFlagSchema = ({ list }: ValueFlag, schema: z.ZodType): z.ZodType => {
  const wanted = required(schema);
  if (wanted instanceof z.ZodNumber) {
    return wholeNumber(wanted.minValue ?? 0, wanted.maxValue ?? Number.MAX_SAFE_INTEGER).optional();
  }
  return (list === 'commas' ? z.preprocess(splitAtCommas, wanted) : wanted).optional();
};
