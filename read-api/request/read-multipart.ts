import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import busboy, { type Busboy } from 'busboy';
import type { UploadedFile } from '../../commands/runtime/command-definition.ts';
import { Failure, failure } from '../../domain/kernel/failure.ts';
import type { SealedBlobs, UnassignedContent } from '../../ports/sealed-blobs.ts';
import { requireMediaType } from './content-type.ts';
import type { FormField } from './nested-fields.ts';
import { invalidInput } from './parse-input.ts';
import { incompleteBody, payloadTooLarge, refuseAbortedBody, refuseAnnouncedLength } from './read-body.ts';

type MultipartLimits = { readonly maxFileBytes: number; readonly maxJsonBytes: number };

/** A completely received file; discard it when the request ends. */
export type StagedFile = UploadedFile & Pick<UnassignedContent, 'discard'>;

/** A form with at most one file. */
export type MultipartForm = { readonly fields: readonly FormField[]; readonly file?: StagedFile };

const MAX_FIELDS = 100;
const MAX_NAME_BYTES = 200;
const MAX_FILE_NAME = 255;
/** The size of the boundaries and part headers of the most accepted parts. */
const FRAMING_BYTES = 64 * 1024;

const malformed = (message: string): Failure => new Failure(failure('validation_error', message));

const parserFor = (incoming: IncomingMessage, limits: MultipartLimits): Busboy => {
  try {
    return busboy({
      headers: incoming.headers,
      defParamCharset: 'utf8',
      limits: {
        files: 1,
        fields: MAX_FIELDS,
        parts: MAX_FIELDS + 1,
        fieldNameSize: MAX_NAME_BYTES,
        fieldSize: limits.maxJsonBytes,
        headerPairs: 50,
      },
    });
  } catch {
    throw malformed('The multipart body has no usable boundary.');
  }
};

/** The parser identifies its errors only by these messages. */
const faults: Readonly<Record<string, string>> = {
  'Malformed part header':
    'The header of a part of the form is malformed: names of fields and files must not contain control characters, and a header is at most 16 KB long.',
  'Unexpected end of form': 'The multipart body ends before its last boundary.',
  'Unexpected end of file': 'The multipart body ends before its last boundary.',
};
const sentenceFor = (error: unknown): string =>
  (error instanceof Error ? faults[error.message] : undefined) ?? 'The multipart body is malformed.';

/** The last part of a path, without control characters. */
const cleanFileName = (name: string | undefined): string => {
  const plain = (name ?? '')
    .replace(/[\p{Cc}\p{Cs}]/gu, '')
    .replace(/^.*[/\\]/, '')
    .trim();
  if (plain !== '' && plain.length <= MAX_FILE_NAME) return plain;
  throw invalidInput('form', [
    { path: 'file', message: `Needs a file name of 1 to ${MAX_FILE_NAME} characters` },
  ]);
};

/**
 * Reads multipart/form-data. The part `file` is streamed to the blob store, never held in memory as a whole; a file
 * of more than `maxFileBytes` is refused while it arrives and leaves nothing behind.
 *
 * @throws Failure `unsupported_media_type`, `payload_too_large` or `validation_error`
 */
export const readMultipart = async (
  incoming: IncomingMessage,
  blobs: Pick<SealedBlobs, 'stage'>,
  limits: MultipartLimits,
): Promise<MultipartForm> => {
  requireMediaType(incoming, 'multipart/form-data');
  refuseAnnouncedLength(incoming, limits.maxFileBytes + limits.maxJsonBytes + FRAMING_BYTES);
  refuseAbortedBody(incoming);
  const parser = parserFor(incoming, limits);
  const fields: FormField[] = [];
  let fieldBytes = 0;
  let storing: Promise<StagedFile> | undefined;

  const store = async (content: Readable, fileName: string): Promise<StagedFile> => {
    const { digest, size, seal, discard } = await blobs.stage(content, limits.maxFileBytes);
    return { sha256: digest, size, fileName, seal, discard };
  };

  const read = new Promise<void>((resolve, reject) => {
    const onAborted = (): void => reject(incompleteBody());
    // Data that has arrived but was not read is lost with the connection, even if it was complete.
    incoming.once('close', () => (incoming.readableEnded ? undefined : onAborted()));
    incoming.once('error', onAborted);
    parser.on('field', (name, value, { nameTruncated, valueTruncated }) => {
      fieldBytes += name.length + value.length;
      if (nameTruncated || valueTruncated || fieldBytes > limits.maxJsonBytes)
        return reject(payloadTooLarge(limits.maxJsonBytes));
      fields.push({ name, value });
    });
    parser.on('file', (name, content, { filename }) => {
      // Aborting the form breaks the file's stream; the consumer that stores it has received the error by then.
      content.on('error', () => {});
      if (name !== 'file')
        return reject(invalidInput('form', [{ path: 'file', message: 'must be the name of the file part' }]));
      try {
        storing = store(content, cleanFileName(filename));
        storing.catch(reject);
      } catch (error) {
        reject(error);
      }
    });
    parser.on('filesLimit', () =>
      reject(invalidInput('form', [{ path: 'file', message: 'must be one file only' }])),
    );
    parser.on('fieldsLimit', () => reject(malformed(`A form may have at most ${MAX_FIELDS} fields.`)));
    parser.on('partsLimit', () => reject(malformed(`A form may have at most ${MAX_FIELDS} fields.`)));
    parser.on('error', (error) => reject(malformed(sentenceFor(error))));
    parser.on('close', resolve);
    incoming.pipe(parser);
  });

  try {
    await read;
    return { fields, ...(storing ? { file: await storing } : {}) };
  } catch (error) {
    incoming.unpipe(parser);
    parser.destroy();
    // The partly stored upload must be removed before the refusal is sent.
    await storing?.then(
      (file) => file.discard(),
      () => {},
    );
    incoming.resume();
    throw error;
  }
};
