import type { FieldIssue } from '../../domain/kernel/failure.ts';
import { fieldPath } from './field-path.ts';
import { invalidInput } from './parse-input.ts';

/** Deeper than any of our inputs, and far below the limit of recursion. */
const MAX_DEPTH = 32;
/** Names through which a careless merge could modify an object's prototype. */
const forbiddenNames = new Set(['__proto__', 'constructor', 'prototype']);

/** The field names are not known here. */
const placeOf = (path: readonly PropertyKey[]): string => fieldPath(path, () => false);

const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

type Place = { readonly value: unknown; readonly path: readonly PropertyKey[] };

const faultOf = ({ value, path }: Place): FieldIssue | undefined => {
  if (typeof value === 'string' && !isStorable(value))
    return {
      path: placeOf(path),
      message: 'must be well-formed Unicode without the character U+0000',
    };
  if (typeof value === 'object' && value !== null && path.length >= MAX_DEPTH)
    return { path: '', message: `must not be nested deeper than ${MAX_DEPTH} levels` };
  return undefined;
};

const membersOf = ({ value, path }: Place, part: string): readonly Place[] => {
  if (Array.isArray(value)) return value.map((item, index) => ({ value: item, path: [...path, index] }));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).map(([name, member]) => {
    if (forbiddenNames.has(name) || !isStorable(name))
      throw invalidInput(part, [{ path: placeOf(path), message: 'Contains a forbidden field name' }]);
    return { value: member, path: [...path, name] };
  });
};

/**
 * Refuses input that would cause trouble later: names that reach prototypes, text that a database cannot store,
 * excessive nesting. `part` names the input in the message.
 *
 * @throws Failure `validation_error`
 */
export const refuseUnsafeInput = (root: unknown, part: string): void => {
  const places: Place[] = [{ value: root, path: [] }];
  for (let place = places.pop(); place; place = places.pop()) {
    const fault = faultOf(place);
    if (fault) throw invalidInput(part, [fault]);
    for (const member of membersOf(place, part)) places.push(member);
  }
};
