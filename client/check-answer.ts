/** What a value must be for a program to work with it: a JSON Schema without lengths, bounds and patterns. */
type Shape = {
  /** The name of another one. */
  readonly ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Shape>>;
  /** Of members that are not in `properties`. */
  readonly others?: Shape;
  readonly items?: Shape;
  /** It must have one of these. */
  readonly forms?: readonly Shape[];
};

type Shapes = {
  /** By method and path, and the name of the event where it is a stream. */
  readonly answers: Readonly<Record<string, Shape>>;
  readonly named: Readonly<Record<string, Shape>>;
};

let shapes: Promise<Shapes> | undefined;
/** Loaded with the first answer: what only builds requests needs none. */
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

/** Where a value is not as it should be, e.g. `.items[3].state`; `undefined` where it is. */
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
 * Where some data is not what the OpenAPI document says of it; `undefined` where it is. Data of which the document says
 * nothing is taken as it is.
 *
 * @param answer the method and the path of the operation, e.g. `get /api/documents`, and the name of an event
 */
export const misfitOfAnswer = async (answer: string, data: unknown): Promise<string | undefined> => {
  const { answers, named } = await loadShapes();
  const shape = answers[answer];
  return shape && misfit(data, shape, named, '');
};

/** The same for a failure. */
export const misfitOfNamed = async (name: string, data: unknown): Promise<string | undefined> => {
  const { named } = await loadShapes();
  return misfit(data, { ref: name }, named, '');
};

/** Whether the document tells of such an answer at all. */
export const isDocumented = async (answer: string): Promise<boolean> =>
  Object.hasOwn((await loadShapes()).answers, answer);
