import { type Command, Option } from 'commander';
import { z } from 'zod';
import { collect, dashed, wholeNumber } from './parse-options.ts';

/** A command-line flag that is described in a table of properties or filters. */
type ValueFlag = {
  /** The camel-case name of its value among the parsed options. */
  readonly option: string;
  readonly short?: string;
  /** The placeholder for its value in the help; a flag without one is boolean. */
  readonly value?: string;
  /** How several values are given; absent when the flag takes one value. */
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

/** Splits the values of a list at commas. */
const splitAtCommas = (values: unknown): unknown =>
  texts
    .safeParse(values)
    .data?.flatMap((text) => text.split(','))
    .map((text) => text.trim());

/** Unwraps the optional and default wrappers of a schema. */
const required = (schema: z.ZodType): z.ZodType => {
  const inner =
    schema instanceof z.ZodOptional || schema instanceof z.ZodDefault ? schema.unwrap() : undefined;
  return inner instanceof z.ZodType ? required(inner) : schema;
};

/**
 * The schema of a flag. `schema` describes the value, or the whole list when the flag takes several. The result is
 * optional: a flag may be absent.
 */
export const valueFlagSchema = ({ list }: ValueFlag, schema: z.ZodType): z.ZodType => {
  const wanted = required(schema);
  if (wanted instanceof z.ZodNumber) {
    return wholeNumber(wanted.minValue ?? 0, wanted.maxValue ?? Number.MAX_SAFE_INTEGER).optional();
  }
  return (list === 'commas' ? z.preprocess(splitAtCommas, wanted) : wanted).optional();
};
