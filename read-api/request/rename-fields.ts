/** Members of an external object. */
export type Fields = Readonly<Record<string, unknown>>;

/** `source_type` as `sourceType`. */
export const camelCased = (name: string): string =>
  name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Renames fields. When a value is given under both names, both stay and the unknown one is refused later. */
export const renameFields = (fields: Fields, nameOf: (name: string) => string): Fields => {
  const result: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    const other = nameOf(name);
    result[Object.hasOwn(fields, other) || Object.hasOwn(result, other) ? name : other] = value;
  }
  return result;
};

/** The requirements' names for fields that have another name here ("System Settings" and "User Preferences" too). */
const aliases: ReadonlyMap<string, string> = new Map([
  ['sessionId', 'conversationId'],
  ['userPreferences', 'preferences'],
  ['citationFormat', 'citationStyle'],
  ['displayStyle', 'citationDisplay'],
  ['prioritizeSources', 'preferSources'],
  ['routingStrategy', 'routing'],
  ['localModelName', 'localModel'],
  ['cloudModelName', 'cloudModel'],
  ['costLimit', 'monthlyCostLimitUsd'],
]);

/** Renames fields in snake case, or with a name of the requirements, to the corresponding known names. */
export const withKnownNames = (fields: Fields, known: readonly string[]): Fields =>
  renameFields(fields, (name) => {
    const camel = camelCased(name);
    return [camel, aliases.get(camel)].find((other) => other !== undefined && known.includes(other)) ?? name;
  });
