import { isRecord } from '../../../domain/kernel/is-record.ts';
import { type DocumentParts, operationsOf, successesOf } from './document-parts.ts';

type Schema = Readonly<Record<string, unknown>>;

/** Reduces a schema to the parts that a program depends on, without lengths, bounds and patterns. */
const shapeOf = (schema: unknown): Schema => {
  if (!isRecord(schema)) return {};
  const { type, required, enum: choices, const: constant, $ref, properties, items, anyOf, oneOf } = schema;
  const others = schema.additionalProperties;
  const forms = anyOf ?? oneOf;
  return {
    ...(typeof $ref === 'string' ? { ref: $ref.slice($ref.lastIndexOf('/') + 1) } : {}),
    // With a choice, the type adds nothing.
    ...(choices !== undefined || constant !== undefined ? {} : type === undefined ? {} : { type }),
    ...(constant === undefined ? {} : { enum: [constant] }),
    ...(choices === undefined ? {} : { enum: choices }),
    ...(Array.isArray(required) && required.length > 0 ? { required } : {}),
    ...(isRecord(properties)
      ? {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, property]) => [name, shapeOf(property)]),
          ),
        }
      : {}),
    ...(isRecord(items) ? { items: shapeOf(items) } : {}),
    ...(isRecord(others) && Object.keys(others).length > 0 ? { others: shapeOf(others) } : {}),
    ...(Array.isArray(forms) ? { forms: forms.map(shapeOf) } : {}),
  };
};

/** Formats one line per member, so that a diff shows what changed. */
const asLines = (members: Readonly<Record<string, Schema>>): string =>
  Object.entries(members)
    .map(([name, shape]) => `${JSON.stringify(name)}:${JSON.stringify(shape)}`)
    .join(',\n');

/** The schema of the data in an envelope, whose other members are the same everywhere; other schemas unchanged. */
const contentOf = (schema: Schema): unknown => {
  const { properties } = schema;
  return isRecord(properties) && 'success' in properties && 'data' in properties ? properties.data : schema;
};

const isJson = (mediaType: string): boolean => /^application\/(?:json|x-ndjson)$/.test(mediaType);

/**
 * The shapes of the data of all JSON answers, of the lines of NDJSON answers, and of the events of streams, by method and
 * path (and event name).
 */
export const answerShapes = (document: DocumentParts): string => {
  const answers: Record<string, Schema> = {};
  for (const { path, method, operation } of operationsOf(document)) {
    const forms = new Map<string, Schema>();
    for (const { mediaType, content } of successesOf(operation)) {
      for (const [event, schema] of Object.entries(content['x-events'] ?? {}))
        answers[`${method} ${path} ${event}`] = shapeOf(schema);
      if (!isJson(mediaType)) continue;
      const shape = shapeOf(contentOf(content.schema));
      forms.set(JSON.stringify(shape), shape);
    }
    const [first, ...rest] = forms.values();
    if (first) answers[`${method} ${path}`] = rest.length === 0 ? first : { forms: [first, ...rest] };
  }
  const named = Object.fromEntries(
    Object.entries(document.components.schemas).map(([name, schema]) => [name, shapeOf(schema)]),
  );
  const json = `{"answers":{\n${asLines(answers)}\n},"named":{\n${asLines(named)}\n}}`;
  if (/[`\\]|\$\{/.test(json))
    throw new Error('A shape contains characters that a template literal would interpret.');
  return `/** As text: a program reads it many times faster than a literal of this size. */\nexport const answerShapes = \`${json}\`;\n`;
};
