import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type FileValidators, fetchListedFile } from '../../app/offline/fetch-listed-file.ts';
import { Failure } from '../../domain/kernel/failure.ts';
import { formatOfFileName, formatOfMediaType } from '../../domain/knowledge/document-format.ts';
import { CliError } from '../cli-error.ts';
import { keyNameOfPath } from '../ingest/key-name-of-path.ts';
import type { IngestInput, PlannedFile } from '../ingest/planned-file.ts';
import type { ListedUrl } from './url-list.ts';

type UrlOptions = {
  readonly metadata: Partial<IngestInput> & Pick<IngestInput, 'sourceType'>;
  /** External hosts that documents may be fetched from. */
  readonly allowedHosts: readonly string[];
  readonly maxBytes: number;
  readonly signal: AbortSignal;
};

type FetchedFile = { readonly file: PlannedFile; readonly validators: FileValidators };

/** The file name for an address. */
const fileNameOf = ({ pathname, hostname }: URL): string => {
  const last = pathname.split('/').findLast((part) => part !== '') ?? '';
  try {
    return decodeURIComponent(last).replaceAll(/[/\\]/g, '-').slice(-200) || hostname;
  } catch {
    return last.slice(-200) || hostname;
  }
};

/**
 * Fetches the document at a listed address into a folder; undefined if it has not changed.
 *
 * @throws CliError when the content is not a document; Failure when it cannot be fetched
 */
export const fetchListed = async (
  { url, label, docKey }: ListedUrl,
  known: FileValidators,
  folder: string,
  { metadata, allowedHosts, maxBytes, signal }: UrlOptions,
): Promise<FetchedFile | undefined> => {
  const fetched = await fetchListedFile({ url, known, allowedHosts, maxBytes, signal }).catch(
    (error: unknown) => {
      if (error instanceof Failure && error.reason.code === 'rule_violated')
        throw new CliError(`${error.reason.message} Allow it with --allow-host if it is safe.`, {
          cause: error,
        });
      throw error;
    },
  );
  if (fetched.kind === 'unchanged') return undefined;
  const { content, contentType, validators } = fetched;
  const fileName = fileNameOf(url);
  const format = formatOfMediaType(contentType) ?? formatOfFileName(fileName);
  if (format === undefined) {
    content.destroy();
    throw new CliError('It is not a document in a supported format.');
  }
  const path = join(folder, 'fetched');
  const file = createWriteStream(path, { mode: 0o600 });
  await pipeline(content, file, { signal });
  return {
    file: {
      path,
      label,
      fileName,
      size: file.bytesWritten,
      input: {
        ...metadata,
        format,
        ...(docKey === undefined ? { keyFrom: keyNameOfPath(label) } : { docKey }),
      },
    },
    validators,
  };
};
