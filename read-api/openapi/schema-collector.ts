import { z } from 'zod';
import { isRecord } from '../../domain/kernel/is-record.ts';

/** A JSON Schema (2020-12), as OpenAPI 3.1 uses it. */
export type JsonSchema = { readonly [name: string]: unknown };

/** Turns zod schemas into JSON Schemas; named ones are collected and referred to. */
export type SchemaCollector = {
  /** `input` for request schemas, `output` for response schemas. */
  readonly schemaOf: (schema: z.ZodType, io: 'input' | 'output') => JsonSchema;
  /** The named schemas so far, for `components.schemas`. */
  readonly components: () => Readonly<Record<string, JsonSchema>>;
};

const localReference = '#/$defs/';

/** References as they must be inside an OpenAPI document. */
const relocate = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(relocate);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) =>
      name === '$ref' && typeof member === 'string' && member.startsWith(localReference)
        ? [name, `#/components/schemas/${member.slice(localReference.length)}`]
        : [name, relocate(member)],
    ),
  );
};

const relocated = (schema: Readonly<Record<string, unknown>>): JsonSchema => {
  const moved = relocate(schema);
  return isRecord(moved) ? moved : {};
};

const boundsSchema = z.object({ minimum: z.number(), maximum: z.number() });

type Writable = Record<string, unknown>;

/** Shows a number in a URL, which is text to the parser, as an integer. */
const showIntegers = (schema: Writable): void => {
  const bounds = boundsSchema.safeParse(schema.integerBounds);
  if (!bounds.success) return;
  delete schema.integerBounds;
  delete schema.pattern;
  Object.assign(schema, { type: 'integer', ...bounds.data });
};

/** Removes the bounds of JavaScript's safe integers, which are not rules of this API. */
const dropSafeIntegerBounds = (schema: Writable): void => {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
};

/** Shows a tuple as a list of fixed length, for tools without support for `prefixItems`. */
const showTuples = (schema: Writable): void => {
  const places = schema.prefixItems;
  if (!Array.isArray(places) || typeof schema.items === 'object') return;
  const kinds = [...new Map(places.map((place) => [JSON.stringify(place), place])).values()];
  Object.assign(schema, {
    items: kinds.length === 1 ? kinds[0] : { anyOf: kinds },
    minItems: places.length,
    maxItems: places.length,
  });
  delete schema.prefixItems;
};

/**
 * Removes zod's output that would mislead callers: `readOnly` means frozen to zod, but "cannot be sent" in OpenAPI
 * (some generators omit it from requests); a file is bytes, not text that encodes them; and a response may gain
 * members at any time.
 */
const tidy =
  (io: 'input' | 'output') =>
  ({ jsonSchema }: { readonly jsonSchema: Writable }): void => {
    showIntegers(jsonSchema);
    dropSafeIntegerBounds(jsonSchema);
    showTuples(jsonSchema);
    delete jsonSchema.readOnly;
    if (jsonSchema.format === 'binary') delete jsonSchema.contentEncoding;
    if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
  };

export const createSchemaCollector = (): SchemaCollector => {
  const named = new Map<string, JsonSchema>();
  const collect = (name: string, schema: JsonSchema): void => {
    const earlier = named.get(name);
    // The later one would otherwise take the place of the earlier one in responses that it does not describe.
    if (earlier !== undefined && JSON.stringify(earlier) !== JSON.stringify(schema))
      throw new Error(`Two different schemas have the id ${name}. Give one of them another id.`);
    named.set(name, schema);
  };
  return {
    schemaOf: (schema, io) => {
      const {
        $schema: _,
        $defs,
        id,
        ...body
      } = z.toJSONSchema(schema, {
        target: 'draft-2020-12',
        io,
        unrepresentable: 'any',
        override: tidy(io),
      });
      for (const [name, definition] of Object.entries($defs ?? {})) {
        const { id: __, ...rest } = relocated(isRecord(definition) ? definition : {});
        collect(name, rest);
      }
      const inline = relocated(body);
      if (typeof id !== 'string') return inline;
      collect(id, inline);
      return { $ref: `#/components/schemas/${id}` };
    },
    components: () => Object.fromEntries([...named].toSorted(([one], [other]) => (one < other ? -1 : 1))),
  };
};
