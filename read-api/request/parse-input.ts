import type { z } from 'zod';
import { describeIssue } from '../../domain/kernel/describe-issue.ts';
import { Failure, type FieldIssue, failure } from '../../domain/kernel/failure.ts';
import { fieldPath } from './field-path.ts';
import { type KnownNames, knownNames } from './known-names.ts';

const MAX_ISSUES = 50;
type Issue = z.core.$ZodIssue;
/** The issues of the union option that matched furthest, which give the best message. */
const nearestOption = (issue: z.core.$ZodIssueInvalidUnion): readonly Issue[] =>
  issue.errors.reduce<readonly Issue[]>(
    (best, option) => (best.length === 0 || nearnessOf(option) > nearnessOf(best) ? option : best),
    [],
  );
/** How deep an option matched the value; one that expects another kind of value does not match at all. */
const nearnessOf = (issues: readonly Issue[]): number =>
  issues.some(({ code, path }) => code === 'invalid_type' && path.length === 0)
    ? -1
    : Math.max(0, ...issues.map((issue) => issue.path.length));

/**
 * An unknown field. One that differs from a known name by a typing error is named; any other name is the caller's own
 * text, and could be a person's.
 */
const unknownField = (key: string, place: readonly PropertyKey[], names: KnownNames): FieldIssue => {
  const nearest = names.nearest(key);
  const path = [...place, key];
  return nearest === undefined
    ? { path: fieldPath(path, names.has), message: 'Unknown field' }
    : {
        path: fieldPath(path, (name) => name === key || names.has(name)),
        message: `Unknown field; did you mean ${nearest}?`,
      };
};

const flatten = (issue: Issue, prefix: readonly PropertyKey[], names: KnownNames): readonly FieldIssue[] => {
  const path = [...prefix, ...issue.path];
  // A name known elsewhere in the input is not content either, so each is compared with all known names.
  if (issue.code === 'unrecognized_keys')
    return issue.keys.slice(0, MAX_ISSUES).map((key) => unknownField(key, path, names));
  if (issue.code === 'invalid_union' && issue.errors.length > 0)
    return nearestOption(issue).flatMap((inner) => flatten(inner, path, names));
  return [{ path: fieldPath(path, names.has), message: issue.message }];
};

/**
 * The errors, field by field. Messages name rules and paths name fields of the schema; neither contains a caller's
 * text, which may be PHI.
 */
export const fieldIssuesOf = (issues: readonly Issue[], schema: z.ZodType): readonly FieldIssue[] => {
  const names = knownNames(schema);
  return issues
    .slice(0, MAX_ISSUES)
    .flatMap((issue) => flatten(issue, [], names))
    .slice(0, MAX_ISSUES);
};

/** The failure for an invalid input. `part` names it in the message, e.g. `body`. */
export const invalidInput = (part: string, issues: readonly FieldIssue[]): Failure =>
  new Failure(
    failure('validation_error', `The ${part} is not valid. See details.issues for the fields.`, {
      details: { issues },
    }),
  );

/**
 * Validates external input.
 *
 * @throws Failure `validation_error` with `details.issues`
 */
export const parseInput = <Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  part: string,
): z.output<Schema> => {
  const parsed = schema.safeParse(value, { error: describeIssue });
  if (parsed.success) return parsed.data;
  throw invalidInput(part, fieldIssuesOf(parsed.error.issues, schema));
};
