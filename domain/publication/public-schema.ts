import { z } from 'zod';
import type { EventDefinition } from '../kernel/event-definition.ts';
import { isRecord } from '../kernel/is-record.ts';
import { sensitiveMark } from '../privacy/sensitive.ts';
import { isWithheldMember } from './withheld-members.ts';

/** A JSON Schema (2020-12) as plain data. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Marks sensitive schemas during generation. */
const MARK = 'x-stays-here';

const isMarked = (schema: z.core.$ZodType): boolean => {
  if (sensitiveMark(schema)) return true;
  const { def } = schema._zod as z.core.$ZodTypes['_zod'];
  return def.type === 'pipe' && sensitiveMark(def.in) !== undefined;
};

/** The public part of a schema, `undefined` when nothing remains; `mayBeMissing` when a valid value may be removed. */
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
  // A later version of the same type may add members, which readers ignore.
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
  // The remains of two options may be equal, which `oneOf` would reject.
  const { [keyword]: _, ...rest } = schema;
  return {
    schema: { ...rest, anyOf: kept },
    mayBeMissing: open.some(({ mayBeMissing }) => mayBeMissing),
  };
};

const openArray = (schema: JsonSchema): JsonSchema => {
  const { items, prefixItems: _, ...rest } = schema;
  const open = openSchema(items);
  // Removed items do not count, but the bounds apply to the original list.
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
 * Returns the JSON Schema of the public data of an event type, as `compilePublicData` produces it, in its current
 * version. It is open: members may be added without a new version, but none is removed or changes its meaning.
 */
export const publicSchemaOf = (definition: EventDefinition): JsonSchema => {
  const made = z.toJSONSchema(definition.schema, {
    io: 'output',
    // Inlines repeated types, so that each occurrence can be examined separately.
    reused: 'inline',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (isMarked(zodSchema)) Object.assign(jsonSchema, { [MARK]: true });
    },
  });
  return { ...openSchema(made).schema, title: definition.type };
};
