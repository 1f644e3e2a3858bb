import { Failure, failure } from '../../domain/kernel/failure.ts';
import { refuseUnsafeInput } from './refuse-unsafe-input.ts';

const notJson = (): Failure =>
  // The parser's own message quotes the text.
  new Failure(failure('validation_error', 'The body is not valid JSON in UTF-8.'));

/**
 * Parses external JSON and refuses unsafe content.
 *
 * @throws Failure `validation_error`
 */
export const parseJson = (bytes: Uint8Array | string): unknown => {
  let value: unknown;
  try {
    const text = typeof bytes === 'string' ? bytes : new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    value = JSON.parse(text);
  } catch {
    throw notJson();
  }
  refuseUnsafeInput(value, 'body');
  return value;
};
