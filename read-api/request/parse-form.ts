import type { z } from 'zod';
import { describeIssue } from '../../domain/kernel/describe-issue.ts';
import { wholeNumberText } from '../../domain/kernel/whole-number.ts';
import { fieldIssuesOf, invalidInput } from './parse-input.ts';

type Issue = z.core.$ZodIssue;
type Container = { [name: string | number]: unknown };

const isContainer = (value: unknown): value is Container => typeof value === 'object' && value !== null;

/** Converts a text to the type that a schema expects; `undefined` if it does not look like one. */
const readAs = (expected: string, text: string): unknown => {
  if (expected === 'boolean') return text === 'true' ? true : text === 'false' ? false : undefined;
  if (expected === 'array') return [text];
  if (expected === 'int') return wholeNumberText.test(text) ? Number(text) : undefined;
  return expected === 'number' && /^-?\d{1,15}(\.\d{1,15})?$/.test(text) ? Number(text) : undefined;
};

const retype = (root: Container, issue: Issue): boolean => {
  if (issue.code !== 'invalid_type') return false;
  const last = issue.path.at(-1);
  if (typeof last !== 'string' && typeof last !== 'number') return false;
  let place: unknown = root;
  for (const part of issue.path.slice(0, -1))
    place = isContainer(place) && typeof part !== 'symbol' ? place[part] : undefined;
  if (!isContainer(place)) return false;
  const text = place[last];
  const value = typeof text === 'string' ? readAs(issue.expected, text) : undefined;
  if (value === undefined) return false;
  place[last] = value;
  return true;
};

/** A list of numbers needs two passes: first the list, then its items. */
const MAX_ROUNDS = 3;

/**
 * Validates form input, where every value is text: where the schema expects a number, a boolean or a list, the text
 * is converted.
 *
 * @throws Failure `validation_error` with `details.issues`
 */
export const parseForm = <Schema extends z.ZodType>(
  schema: Schema,
  form: Readonly<Container>,
): z.output<Schema> => {
  const value: Container = structuredClone(form);
  for (let round = 1; ; round += 1) {
    const parsed = schema.safeParse(value, { error: describeIssue });
    if (parsed.success) return parsed.data;
    const { issues } = parsed.error;
    const retyped = issues.filter((issue) => retype(value, issue)).length;
    if (retyped === 0 || round >= MAX_ROUNDS) throw invalidInput('form', fieldIssuesOf(issues, schema));
  }
};
