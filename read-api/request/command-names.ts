import { z } from 'zod';
import { answerPreferencesSchema } from '../../domain/consultation/answer-preferences.ts';
import { clinicalContextSchema } from '../../domain/consultation/clinical-context.ts';
import { isRecord } from '../../domain/kernel/is-record.ts';
import { documentMetadataSchema } from '../../domain/knowledge/document-metadata.ts';
import { invalidInput } from './parse-input.ts';
import { parseJson } from './parse-json.ts';
import { type Fields, withKnownNames } from './rename-fields.ts';
import { asStateCode, normalizeFilterNames } from './search-names.ts';

type NamedCommand = { readonly name: string; readonly input: z.ZodType };

const contextNames = Object.keys(clinicalContextSchema.shape);
const preferenceNames = Object.keys(answerPreferencesSchema.shape);
const propertyNames = Object.keys(documentMetadataSchema.shape);

/** The fields of a question: `query`, and those within its filters and its clinical context. */
const ofQuestion = (fields: Fields): Fields => {
  const { query, ...rest } = fields;
  const isQuestion = query !== undefined && !Object.hasOwn(fields, 'question');
  const { filters, clinicalContext, preferences } = fields;
  return {
    ...(isQuestion ? { ...rest, question: query } : fields),
    ...(isRecord(filters) ? { filters: normalizeFilterNames(filters) } : {}),
    ...(isRecord(clinicalContext) ? { clinicalContext: withKnownNames(clinicalContext, contextNames) } : {}),
    ...(isRecord(preferences) ? { preferences: withKnownNames(preferences, preferenceNames) } : {}),
  };
};

/** Parses JSON in a form field; invalid JSON stays text, to be refused later. */
const readObject = (value: unknown): unknown =>
  typeof value === 'string' && value.trimStart().startsWith('{') ? parseJson(value) : value;

const withStateCode = (fields: Fields): Fields =>
  Object.hasOwn(fields, 'stateCode') ? { ...fields, stateCode: asStateCode(fields.stateCode) } : fields;

/** Accepts document properties as `metadata`, an object or JSON; top-level properties take precedence. */
const ofDocument = (fields: Fields): Fields => {
  const { metadata, ...rest } = fields;
  if (metadata === undefined) return withStateCode(fields);
  const properties = readObject(metadata);
  if (!isRecord(properties))
    throw invalidInput('form', [{ path: 'metadata', message: 'must be one JSON object' }]);
  return withStateCode({ ...withKnownNames(properties, propertyNames), ...rest });
};

/** The requirements give the time limit of a search in seconds. */
const ofSettings = (fields: Fields): Fields => {
  const { searchTimeout, search_timeout: snake, ...rest } = fields;
  const seconds = searchTimeout ?? snake;
  return typeof seconds === 'number' && !Object.hasOwn(fields, 'searchTimeoutMs')
    ? { ...rest, searchTimeoutMs: Math.round(seconds * 1000) }
    : fields;
};

const inside: ReadonlyMap<string, (fields: Fields) => Fields> = new Map([
  ['AskQuery', ofQuestion],
  ['IngestDocument', ofDocument],
  ['ChangeSettings', ofSettings],
]);

/**
 * Renames a command's fields from the requirements' names to ours: `source_type` to `sourceType`, `session_id` to
 * `conversationId`, a question as `query`, document properties as `metadata`. When a value is given under both names, both stay and the unknown one
 * is refused.
 */
export const normalizeFieldNames = ({ name, input }: NamedCommand, body: unknown): unknown => {
  if (!isRecord(body) || !(input instanceof z.ZodObject)) return body;
  const named = withKnownNames(body, Object.keys(input.shape));
  return inside.get(name)?.(named) ?? named;
};
