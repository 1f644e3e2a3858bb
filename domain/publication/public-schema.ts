import { z } from 'zod';
import type { EventDefinition } from '../kernel/event-definition.ts';
import { isRecord } from '../kernel/is-record.ts';
import { sensitiveMark } from '../privacy/sensitive.ts';
import { isWithheldMember } from './withheld-members.ts';

/** A JSON Schema (2020-12) as plain data. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Set on what is marked sensitive while a schema is made. */
const MARK = 'x-stays-here';

const isMarked = (schema: z.core.$ZodType): boolean => {
  if (sensitiveMark(schema)) return true;
  const { def } = schema._zod as z.core.$ZodTypes['_zod'];
  return def.type === 'pipe' && sensitiveMark(def.in) !== undefined;
};

/** What is left of a schema, `undefined` when nothing is; and whether a value that fits it may be left out. */
type Open = { readonly schema: JsonSchema | undefined; readonly mayBeMissing: boolean };

const whole = (schema: JsonSchema): Open => ({ schema, mayBeMissing: false });
const nothing: Open = { schema: undefined, mayBeMissing: true };

const openObject = (schema: JsonSchema, properties: JsonSchema): JsonSchema => {
  const kept: Record<string, JsonSchema> = {};
  const mayBeMissing = new Set<string>();
  for (const [name, member] of Object.entries(properties)) {
    const open = isWithheldMember(name) ? nothing : openSchema(member);
    if (open.schema) kept[name] = open.schema;
    if (open.mayBeMissing) mayBeMissing.add(name);
  }
  const required = Array.isArray(schema.required)
    ? schema.required.filter((name) => !mayBeMissing.has(String(name)))
    : [];
  const { required: _, additionalProperties, ...rest } = schema;
  // A later version of the same type may say more: what a reader does not know it passes over.
  const others = isRecord(additionalProperties) ? openSchema(additionalProperties).schema : undefined;
  return {
    ...rest,
    properties: kept,
    ...(required.length > 0 ? { required } : {}),
    ...(others ? { additionalProperties: others } : {}),
  };
};

const openOptions = (schema: JsonSchema, keyword: 'anyOf' | 'oneOf', options: readonly unknown[]): Open => {
  const open = options.map(openSchema);
  const kept = open.flatMap((option) => option.schema ?? []);
  if (kept.length === 0) return nothing;
  // What two options have left may be the same, which `oneOf` would refuse.
  const { [keyword]: _, ...rest } = schema;
  return {
    schema: { ...rest, anyOf: kept },
    mayBeMissing: open.some(({ mayBeMissing }) => mayBeMissing),
  };
};

const openArray = (schema: JsonSchema): JsonSchema => {
  const { items, prefixItems: _, ...rest } = schema;
  const open = openSchema(items);
  // Items that are left out are not counted; the bounds hold for what was there.
  if (open.schema && !open.mayBeMissing) return { ...rest, items: open.schema };
  const { minItems: __, ...unbounded } = rest;
  return { ...unbounded, ...(open.schema ? { items: open.schema } : { maxItems: 0 }) };
};

const openSchema = (schema: unknown): Open => {
  if (!isRecord(schema)) return whole({});
  if (schema[MARK] === true) return nothing;
  if (Array.isArray(schema.anyOf)) return openOptions(schema, 'anyOf', schema.anyOf);
  if (Array.isArray(schema.oneOf)) return openOptions(schema, 'oneOf', schema.oneOf);
  if (isRecord(schema.properties)) return whole(openObject(schema, schema.properties));
  if (schema.type === 'array') return whole(openArray(schema));
  if (isRecord(schema.additionalProperties))
    return whole({
      ...schema,
      additionalProperties: openSchema(schema.additionalProperties).schema ?? false,
    });
  return whole(schema);
};

/**
 * The JSON Schema of what `compilePublicData` leaves of an event type's data, in its current version. It is open: members
 * may come without a new version, none goes and none changes its meaning.
 */
export const publicSchemaOf = (definition: EventDefinition): JsonSchema => {
  const made = z.toJSONSchema(definition.schema, {
    io: 'output',
    // Types of a schema that occur in several places are written out in each, so that each can be looked at by itself.
    reused: 'inline',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (isMarked(zodSchema)) Object.assign(jsonSchema, { [MARK]: true });
    },
  });
  return { ...openSchema(made).schema, title: definition.type };
};
