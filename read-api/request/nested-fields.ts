import type { Failure, FieldIssue } from '../../domain/kernel/failure.ts';
import { invalidInput } from './parse-input.ts';

/** One text field of a form. */
export type FormField = { readonly name: string; readonly value: string };

type Nested = { [name: string]: unknown };

const segmentPattern = /^[A-Za-z][A-Za-z0-9_]{0,63}$/;
const forbiddenNames = new Set(['constructor', 'prototype']);
const MAX_SEGMENTS = 8;

const invalidForm = (issue: FieldIssue): Failure => invalidInput('form', [issue]);

const isNested = (value: unknown): value is Nested =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads an own member: names such as `toString` exist on every object. */
const ownMember = (place: Nested, name: string): unknown =>
  Object.hasOwn(place, name) ? place[name] : undefined;

const segmentsOf = (name: string): readonly string[] => {
  const segments = name.split('.');
  const fine = segments.every((segment) => segmentPattern.test(segment) && !forbiddenNames.has(segment));
  if (fine && segments.length <= MAX_SEGMENTS) return segments;
  throw invalidForm({ path: '', message: 'Field names are words joined by dots, such as metadata.title' });
};

const bothValueAndGroup = (): Failure =>
  invalidForm({ path: '*', message: 'Is both a value and a group, such as metadata and metadata.title' });

const put = (root: Nested, field: FormField): void => {
  const segments = segmentsOf(field.name);
  let place = root;
  for (const segment of segments.slice(0, -1)) {
    const inner = ownMember(place, segment) ?? {};
    if (!isNested(inner)) throw bothValueAndGroup();
    place[segment] = inner;
    place = inner;
  }
  const last = segments.at(-1) ?? '';
  const present = ownMember(place, last);
  if (isNested(present)) throw bothValueAndGroup();
  if (present === undefined) place[last] = field.value;
  else place[last] = Array.isArray(present) ? [...present, field.value] : [present, field.value];
};

/**
 * Builds an object from form fields and adds it to `base`: dots in names make groups, a repeated name makes a list.
 *
 * @throws Failure `validation_error`
 */
export const nestFields = (fields: readonly FormField[], base: Readonly<Nested> = {}): Nested => {
  const root = structuredClone(base);
  for (const field of fields) put(root, field);
  return root;
};
