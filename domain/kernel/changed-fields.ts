import { isRecord } from './is-record.ts';
import { sameData } from './same-data.ts';

/** A field by its path (`clinicalContext.patientAge`), with its values before and after; null for none. */
type ChangedField = { readonly field: string; readonly before: unknown; readonly after: unknown };

const isFieldsOrNothing = (value: unknown): boolean => value === null || isRecord(value);

/**
 * The fields that differ between two states, in order of their names. A list counts as one field: its items have no
 * names by which to compare them.
 */
export const changedFields = (before: unknown, after: unknown, path = ''): readonly ChangedField[] => {
  const [was, is] = [before ?? null, after ?? null];
  if (sameData(was, is)) return [];
  if (!isFieldsOrNothing(was) || !isFieldsOrNothing(is)) return [{ field: path, before: was, after: is }];
  const [wasFields, isFields] = [isRecord(was) ? was : {}, isRecord(is) ? is : {}];
  const names = [...new Set([...Object.keys(wasFields), ...Object.keys(isFields)])].toSorted();
  return names.flatMap((name) =>
    changedFields(wasFields[name], isFields[name], path === '' ? name : `${path}.${name}`),
  );
};
