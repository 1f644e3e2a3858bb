import type { CommandDefinition } from '../../commands/runtime/command-definition.ts';
import { isRecord } from '../../domain/kernel/is-record.ts';
import type { HttpApiServices } from '../http-api-services.ts';
import { normalizeFieldNames } from '../request/command-names.ts';
import { nestFields } from '../request/nested-fields.ts';
import { parseForm } from '../request/parse-form.ts';
import { invalidInput, parseInput } from '../request/parse-input.ts';
import { parseJson } from '../request/parse-json.ts';
import { readJsonBody } from '../request/read-json-body.ts';
import { type MultipartForm, readMultipart } from '../request/read-multipart.ts';
import { refuseUnsafeInput } from '../request/refuse-unsafe-input.ts';
import type { RouteRequest } from '../routing/define-route.ts';
import type { CommandInput } from './answer-command.ts';

/** The name of the form field that can hold the whole input as JSON. */
const JSON_FIELD = 'command';

/** The JSON of the field `command`, overridden by the other fields. */
const formOf = ({ fields }: MultipartForm): Readonly<Record<string, unknown>> => {
  const whole = fields.filter(({ name }) => name === JSON_FIELD);
  const [first] = whole;
  const base = first === undefined ? {} : parseJson(first.value);
  if (whole.length > 1 || !isRecord(base))
    throw invalidInput('form', [{ path: JSON_FIELD, message: 'must be one JSON object' }]);
  const form = nestFields(
    fields.filter(({ name }) => name !== JSON_FIELD),
    base,
  );
  refuseUnsafeInput(form, 'form');
  return form;
};

/** Converts field names used by the requirements to ours. */
const namedFormOf = (
  definition: CommandDefinition,
  form: MultipartForm,
): Readonly<Record<string, unknown>> => {
  const named = normalizeFieldNames(definition, formOf(form));
  return isRecord(named) ? named : {};
};

/**
 * Reads and validates the body of a command: JSON, or multipart/form-data for a command with a file. The caller must
 * discard the file.
 *
 * @throws Failure `unsupported_media_type`, `payload_too_large` or `validation_error`
 */
export const readCommandInput = async (
  definition: CommandDefinition,
  request: RouteRequest,
  services: HttpApiServices,
): Promise<CommandInput> => {
  if (!definition.acceptsFile) {
    const body = await readJsonBody(request.incoming, services.limits.maxJsonBytes);
    return { input: parseInput(definition.input, normalizeFieldNames(definition, body), 'body') };
  }
  const form = await readMultipart(request.incoming, services.commandServices.blobs, services.limits);
  const { file } = form;
  if (!file) throw invalidInput('form', [{ path: 'file', message: 'is missing' }]);
  try {
    return { input: parseForm(definition.input, namedFormOf(definition, form)), file };
  } catch (error) {
    await file.discard();
    throw error;
  }
};
