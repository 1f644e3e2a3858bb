import type { IncomingMessage } from 'node:http';
import { requireMediaType } from './content-type.ts';
import { parseJson } from './parse-json.ts';
import { readBody } from './read-body.ts';

/**
 * The JSON body of a request.
 *
 * @throws Failure `unsupported_media_type`, `payload_too_large` or `validation_error`
 */
export const readJsonBody = async (incoming: IncomingMessage, limit: number): Promise<unknown> => {
  requireMediaType(incoming, 'application/json');
  return parseJson(await readBody(incoming, limit));
};
