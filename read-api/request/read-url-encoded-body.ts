import type { IncomingMessage } from 'node:http';
import { requireMediaType } from './content-type.ts';
import { invalidInput } from './parse-input.ts';
import { readBody } from './read-body.ts';
import { refuseUnsafeInput } from './refuse-unsafe-input.ts';

export const URL_ENCODED = 'application/x-www-form-urlencoded';

/** Values of a form; no form of ours has as many. */
const MAX_VALUES = 100;

/**
 * The form in the body of a request, like the query string of an address: a name that occurs once has a text, a repeated
 * one a list.
 *
 * @throws Failure `unsupported_media_type`, `payload_too_large` or `validation_error`
 */
export const readUrlEncodedBody = async (
  incoming: IncomingMessage,
  limit: number,
): Promise<Readonly<Record<string, unknown>>> => {
  requireMediaType(incoming, URL_ENCODED);
  const form = new URLSearchParams((await readBody(incoming, limit)).toString('utf8'));
  if (form.size > MAX_VALUES)
    throw invalidInput('body', [{ path: '', message: `must not have more than ${MAX_VALUES} values` }]);
  const fields = Object.fromEntries(
    [...new Set(form.keys())].map((name) => {
      const values = form.getAll(name);
      return [name, values.length === 1 ? values[0] : values];
    }),
  );
  refuseUnsafeInput(fields, 'body');
  return fields;
};
