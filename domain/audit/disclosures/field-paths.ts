/** The most names of fields of one disclosure. */
const MAX_FIELDS = 50;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const pathsIn = (value: Readonly<Record<string, unknown>>, prefix: string): readonly string[] =>
  Object.entries(value).flatMap(([name, inner]) =>
    isObject(inner) ? pathsIn(inner, `${prefix}${name}.`) : [`${prefix}${name}`],
  );

/** The names of the fields of what was sent, nested ones with dots: `patient.age`. */
export const fieldPaths = (sent: Readonly<Record<string, unknown>>): readonly string[] =>
  pathsIn(sent, '').slice(0, MAX_FIELDS);
