import { Failure, failure } from '../../../domain/kernel/failure.ts';
import {
  type DocumentFormat,
  formatOfFileName,
  formatOfMediaType,
  usualExtensions,
} from '../../../domain/knowledge/document-format.ts';
import type { FileStore, StoredFile } from '../../../ports/file-store.ts';
import type { TextExtractor } from '../../../ports/text-extractor.ts';

/** The services of reading a file. */
export type FileReading = {
  readonly files: FileStore;
  readonly extractor: Pick<TextExtractor, 'extract'>;
};

/** The owner of the file, and the signal that ends the reading. */
type Reader = { readonly user: string; readonly signal: AbortSignal };

/** The format in which a file can be read as text; undefined for pictures and other files. */
const readableFormatOf = ({ name, mimeType }: StoredFile): DocumentFormat | undefined =>
  formatOfFileName(name) ?? formatOfMediaType(mimeType);

/**
 * Reads the text of a file. Rejects with `rule_violated` when its format has no readable text, with `payload_too_large`
 * above `maxBytes`, and as the file store does.
 */
export const textOfFile = async (
  { files, extractor }: FileReading,
  file: StoredFile,
  maxBytes: number,
  { user, signal }: Reader,
): Promise<string> => {
  const format = readableFormatOf(file);
  if (format === undefined)
    throw new Failure(
      failure(
        'rule_violated',
        `Text can be read of files that end in ${usualExtensions}. For the facts of this file alone set extract_text to false.`,
        { component: 'files', details: { reason: 'format_not_read' } },
      ),
    );
  if (file.size > maxBytes)
    throw new Failure(
      failure('payload_too_large', 'The file is larger than those that are read.', {
        component: 'files',
        details: { limit: maxBytes },
      }),
    );
  const content = await files.read(user, file, maxBytes, signal);
  const { pages } = await extractor.extract(content, format, signal);
  return pages.map(({ text }) => text).join('\n\n');
};
