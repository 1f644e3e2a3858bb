import type { EventDefinition } from '../kernel/event-definition.ts';
import { isRecord } from '../kernel/is-record.ts';
import { compileSensitivePaths, mapSensitive } from '../privacy/sensitive-paths.ts';
import { isWithheldMember } from './withheld-members.ts';

/** Reduces an event's data, in the current schema version, to its public part. */
type ToPublicData = (data: unknown) => Readonly<Record<string, unknown>>;

const withoutWithheld = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.filter((item) => item !== undefined).map(withoutWithheld);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) =>
      member === undefined || isWithheldMember(name) ? [] : [[name, withoutWithheld(member)]],
    ),
  );
};

/**
 * Compiles, once per event type, a function that removes all members marked sensitive and those in
 * `withheld-members.ts`. They are removed rather than published as ciphertext: no outsider can decrypt it, absent data
 * need not be erased outside, and a leaked key cannot expose it.
 */
export const compilePublicData = ({ schema }: Pick<EventDefinition, 'schema'>): ToPublicData => {
  const paths = compileSensitivePaths(schema);
  return (data) => {
    const open = paths ? mapSensitive(paths, data, () => undefined) : data;
    const kept = withoutWithheld(open);
    return isRecord(kept) ? kept : {};
  };
};
