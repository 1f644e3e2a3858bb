import type { EventDefinition } from '../kernel/event-definition.ts';
import { isRecord } from '../kernel/is-record.ts';
import { compileSensitivePaths, mapSensitive } from '../privacy/sensitive-paths.ts';
import { isWithheldMember } from './withheld-members.ts';

/** What of an event's data others may have: takes data of the current schema version. */
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
 * Compiles, once for an event type, what leaves out of its data everything that is marked sensitive and what
 * `withheld-members.ts` names. Left out rather than handed on as ciphertext: no outsider can decrypt it, and what is not
 * there need not be erased there, nor can it be opened should a key ever get lost.
 */
export const compilePublicData = ({ schema }: Pick<EventDefinition, 'schema'>): ToPublicData => {
  const paths = compileSensitivePaths(schema);
  return (data) => {
    const open = paths ? mapSensitive(paths, data, () => undefined) : data;
    const kept = withoutWithheld(open);
    return isRecord(kept) ? kept : {};
  };
};
