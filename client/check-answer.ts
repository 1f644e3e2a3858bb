/** The parts of a JSON Schema that a program depends on: no lengths, bounds or patterns. */
type Shape = {
  /** The name of another shape, which this one refers to. */
  readonly ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Shape>>;
  /** The shape of members that are not in `properties`. */
  readonly others?: Shape;
  readonly items?: Shape;
  /** The value must match at least one of these. */
  readonly forms?: readonly Shape[];
};

type Shapes = {
  /** By method and path, followed by the event name for a stream. */
  readonly answers: Readonly<Record<string, Shape>>;
  readonly named: Readonly<Record<string, Shape>>;
};

let shapes: Promise<Shapes> | undefined;
/** Loads the shapes with the first response, because callers that only build requests do not need them. */
const loadShapes = (): Promise<Shapes> => {
  shapes ??= import('./answer-shapes.generated.ts').then(({ answerShapes }) => JSON.parse(answerShapes));
  return shapes;
};

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const hasType = (value: unknown, type: string): boolean => {
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isRecord(value);
    case 'integer':
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
};

const hasOneOfTypes = (value: unknown, types: Shape['type']): boolean =>
  types === undefined || [types].flat().some((type) => hasType(value, type));

/** Returns the path of the first mismatch, e.g. `.items[3].state`, or `undefined` if the value matches. */
const misfit = (value: unknown, shape: Shape, named: Shapes['named'], place: string): string | undefined => {
  const known = shape.ref === undefined ? undefined : named[shape.ref];
  const elsewhere = known && misfit(value, known, named, place);
  if (elsewhere !== undefined) return elsewhere;
  if (shape.enum && !shape.enum.includes(value)) return place;
  if (!hasOneOfTypes(value, shape.type)) return place;
  if (shape.forms?.every((form) => misfit(value, form, named, place) !== undefined)) return place;
  if (Array.isArray(value)) return shape.items && misfitIn(value.entries(), () => shape.items, named, place);
  if (!isRecord(value)) return undefined;
  const missing = shape.required?.find((name) => !Object.hasOwn(value, name));
  if (missing !== undefined) return `${place}.${missing}`;
  const { properties = {}, others } = shape;
  const shapeAt = (name: string | number): Shape | undefined =>
    Object.hasOwn(properties, name) ? properties[name] : others;
  return misfitIn(Object.entries(value), shapeAt, named, place);
};

const misfitIn = (
  members: Iterable<readonly [string | number, unknown]>,
  shapeAt: (name: string | number) => Shape | undefined,
  named: Shapes['named'],
  place: string,
): string | undefined => {
  for (const [name, member] of members) {
    const shape = shapeAt(name);
    const wrong =
      shape && misfit(member, shape, named, `${place}${typeof name === 'number' ? `[${name}]` : `.${name}`}`);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
};

/**
 * Returns the path at which the data of a response differs from the OpenAPI document, or `undefined` if it conforms.
 * Undocumented responses and members are accepted.
 *
 * @param answer the method and path of the operation, e.g. `get /api/documents`, followed by the event name for a
 *   stream
 */
export const mismatchOfAnswer = async (answer: string, data: unknown): Promise<string | undefined> => {
  const { answers, named } = await loadShapes();
  const shape = answers[answer];
  return shape && misfit(data, shape, named, '');
};

/** Like `mismatchOfAnswer`, for a named schema such as `Problem`. */
export const mismatchOfNamed = async (name: string, data: unknown): Promise<string | undefined> => {
  const { named } = await loadShapes();
  return misfit(data, { ref: name }, named, '');
};

/** True when the OpenAPI document describes the response. */
export const isDocumented = async (answer: string): Promise<boolean> =>
  Object.hasOwn((await loadShapes()).answers, answer);
