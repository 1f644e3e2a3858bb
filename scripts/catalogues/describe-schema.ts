import { z } from 'zod';
import { sensitiveMark, unwrapSchema } from '../../domain/privacy/sensitive.ts';

/** A field of a schema. */
type SchemaField = {
  /** The path of the field, e.g. `pages[].number`. */
  readonly path: string;
  readonly type: string;
  readonly optional: boolean;
  /** Whether the field is encrypted, with everything inside it. */
  readonly sensitive: boolean;
};

const hasDef = (schema: z.core.$ZodType): schema is z.core.$ZodTypes => 'def' in schema._zod;

/** The type of a simple value, with its bounds. */
const simpleType = (schema: z.core.$ZodType): string => {
  const { type, format, minimum, maximum } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const from = minimum === undefined || minimum <= Number.MIN_SAFE_INTEGER ? '' : String(minimum);
  const to = maximum === undefined || maximum >= Number.MAX_SAFE_INTEGER ? '' : String(maximum);
  const bounds = from === '' && to === '' ? '' : ` ${from}…${to}`;
  return `${format ?? type ?? 'any'}${bounds}`;
};

const typeOf = (given: z.core.$ZodType): string => {
  const schema = unwrapSchema(given);
  if (!hasDef(schema)) return 'any';
  const { def } = schema._zod;
  switch (def.type) {
    case 'literal':
      return def.values.map((value) => JSON.stringify(value)).join(', ');
    case 'enum':
      return Object.values(def.entries).join(', ');
    case 'array':
      return `${typeOf(def.element)}[]`;
    case 'union':
      return [...new Set(def.options.map(typeOf))].join(' or ');
    case 'pipe':
      return typeOf(def.in);
    case 'custom':
      return 'string';
    case 'record':
      return 'object';
    default:
      return simpleType(schema);
  }
};

const isOptional = (schema: z.core.$ZodType): boolean => schema._zod.optin === 'optional';

/** The fields of an object schema; nested fields have their full path. */
export const fieldsOf = (schema: z.core.$ZodType, prefix = ''): readonly SchemaField[] => {
  const inner = unwrapSchema(schema);
  if (!hasDef(inner)) return [];
  const { def } = inner._zod;
  if (def.type === 'union') {
    const all = def.options.flatMap((option) => fieldsOf(option, prefix));
    return [...new Map(all.map((field) => [`${field.path} ${field.type}`, field])).values()];
  }
  if (def.type === 'array') return fieldsOf(def.element, `${prefix.replace(/\.$/, '')}[].`);
  if (def.type !== 'object') return [];
  return Object.entries(def.shape).flatMap(([name, member]) => {
    const field: SchemaField = {
      path: `${prefix}${name}`,
      type: typeOf(member),
      optional: isOptional(member),
      sensitive: sensitiveMark(member) !== undefined,
    };
    // An encrypted field is a single value in the log.
    return field.sensitive ? [field] : [field, ...fieldsOf(member, `${field.path}.`)];
  });
};
