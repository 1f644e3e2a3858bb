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

/** Renames fields in snake case to the corresponding known names. */
export const withKnownNames = (fields: Fields, known: readonly string[]): Fields =>
  renameFields(fields, (name) => (known.includes(camelCased(name)) ? camelCased(name) : name));
