import { z } from 'zod';

/** A JSON Schema (2020-12), as OpenAPI 3.1 uses it. */
export type JsonSchema = { readonly [name: string]: unknown };

/** Turns zod schemas into JSON Schemas; those with a name of their own are gathered and referred to. */
export type SchemaCollector = {
  /** `input` for what callers send, `output` for what they get. */
  readonly schemaOf: (schema: z.ZodType, io: 'input' | 'output') => JsonSchema;
  /** The named schemas so far, for `components.schemas`. */
  readonly components: () => Readonly<Record<string, JsonSchema>>;
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const localReference = '#/$defs/';

/** References as they must be inside an OpenAPI document. */
const relocate = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(relocate);
  if (!isObject(value)) return value;
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
  return isObject(moved) ? moved : {};
};

const boundsSchema = z.object({ minimum: z.number(), maximum: z.number() });

/** A number in a URL is text to the parser, but an integer to whoever calls. */
const showIntegers = ({ jsonSchema }: { readonly jsonSchema: Record<string, unknown> }): void => {
  const bounds = boundsSchema.safeParse(jsonSchema.integerBounds);
  if (!bounds.success) return;
  delete jsonSchema.integerBounds;
  delete jsonSchema.pattern;
  Object.assign(jsonSchema, { type: 'integer', ...bounds.data });
};

export const createSchemaCollector = (): SchemaCollector => {
  const named = new Map<string, JsonSchema>();
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
        override: showIntegers,
      });
      for (const [name, definition] of Object.entries($defs ?? {})) {
        const { id: __, ...rest } = relocated(isObject(definition) ? definition : {});
        named.set(name, rest);
      }
      const inline = relocated(body);
      if (typeof id !== 'string') return inline;
      named.set(id, inline);
      return { $ref: `#/components/schemas/${id}` };
    },
    components: () => Object.fromEntries([...named].toSorted(([one], [other]) => (one < other ? -1 : 1))),
  };
};
