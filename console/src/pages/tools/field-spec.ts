/** How a value is entered, as its JSON schema says. What no field can hold is entered as JSON. */
type FieldSpec =
  | { readonly kind: 'choice'; readonly values: readonly (string | number)[] }
  | { readonly kind: 'yes-no' }
  | {
      readonly kind: 'number';
      readonly isWhole: boolean;
      readonly minimum: number | undefined;
      readonly maximum: number | undefined;
    }
  | { readonly kind: 'text'; readonly maxLength: number | undefined; readonly isDay: boolean }
  | { readonly kind: 'lines' }
  | { readonly kind: 'groups'; readonly fields: readonly NamedField[] }
  | { readonly kind: 'json' };

/** One field of a form. */
export type NamedField = {
  readonly name: string;
  readonly description: string | undefined;
  readonly isRequired: boolean;
  readonly initial: unknown;
  readonly spec: FieldSpec;
};

type Schema = Readonly<Record<string, unknown>>;

/** True for an object of JSON. */
export const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textIn = (schema: Schema, name: string): string | undefined => {
  const value = schema[name];
  return typeof value === 'string' ? value : undefined;
};
const numberIn = (schema: Schema, name: string): number | undefined => {
  const value = schema[name];
  return typeof value === 'number' ? value : undefined;
};

const isChoosable = (value: unknown): value is string | number =>
  typeof value === 'string' || typeof value === 'number';

/** The alternatives of a schema besides `null`: "not given" is what an empty field means. */
const alternativesOf = ({ anyOf }: Schema): readonly Schema[] | undefined =>
  Array.isArray(anyOf) ? anyOf.filter(isObject).filter(({ type }) => type !== 'null') : undefined;

const specOf = (schema: Schema): FieldSpec => {
  const alternatives = alternativesOf(schema);
  if (alternatives !== undefined) {
    const [only] = alternatives;
    if (only !== undefined && alternatives.length === 1) return specOf(only);
    const values = alternatives.map(({ const: value }) => value).filter(isChoosable);
    return values.length === alternatives.length ? { kind: 'choice', values } : { kind: 'json' };
  }
  if (Array.isArray(schema.enum) && schema.enum.every(isChoosable))
    return { kind: 'choice', values: schema.enum };
  switch (schema.type) {
    case 'boolean':
      return { kind: 'yes-no' };
    case 'number':
    case 'integer':
      return {
        kind: 'number',
        isWhole: schema.type === 'integer',
        minimum: numberIn(schema, 'minimum'),
        maximum: numberIn(schema, 'maximum'),
      };
    case 'string':
      return {
        kind: 'text',
        maxLength: numberIn(schema, 'maxLength'),
        isDay: textIn(schema, 'format') === 'date',
      };
    case 'array':
      return listSpecOf(schema);
    default:
      return { kind: 'json' };
  }
};

const listSpecOf = ({ items }: Schema): FieldSpec => {
  if (!isObject(items)) return { kind: 'json' };
  if (items.type === 'string') return { kind: 'lines' };
  const fields = fieldsOf(items);
  return fields.length === 0 || fields.some(({ spec }) => spec.kind === 'groups')
    ? { kind: 'json' }
    : { kind: 'groups', fields };
};

/** The fields of a form for the object that a JSON schema describes. */
export const fieldsOf = (schema: Schema): readonly NamedField[] => {
  if (!isObject(schema.properties)) return [];
  const required: readonly unknown[] = Array.isArray(schema.required) ? schema.required : [];
  return Object.entries(schema.properties).flatMap(([name, property]) =>
    isObject(property)
      ? [
          {
            name,
            description: textIn(property, 'description'),
            isRequired: required.includes(name),
            initial: property.default,
            spec: specOf(property),
          },
        ]
      : [],
  );
};

/** The name of a field as people read it. */
export const labelOf = (name: string): string => {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};
