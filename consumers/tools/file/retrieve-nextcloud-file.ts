import { z } from 'zod';
import { Failure, failure } from '../../../domain/kernel/failure.ts';
import type { RegisteredTool } from '../../../ports/tool.ts';
import { defineTool } from '../define-tool.ts';
import { fileTerms, NO_FILE_SERVER } from './file-terms.ts';
import type { FileToolServices } from './file-tool-services.ts';
import { textOfFile } from './text-of-file.ts';

/** A file of this size takes seconds to fetch and to read; a textbook of 1,000 pages has 20 MB. */
const MAX_BYTES = 25 * 1024 * 1024;
/** At three bytes each they stay below the size limit of a tool's result. */
const MAX_CHARACTERS = 60_000;

const argumentsSchema = z.strictObject({
  file_id: z
    .string()
    .min(3)
    .max(2100)
    .regex(/^[A-Za-z0-9_-]+$/, 'must be an id from search_nextcloud_files')
    .describe('The id of a file from the results of search_nextcloud_files'),
  extract_text: z
    .boolean()
    .default(true)
    .describe(
      'Whether to return the text of the file (PDF, Word, Excel, PowerPoint, OpenDocument, EPUB, RTF, HTML, Markdown, plain text)',
    ),
  max_chars: z
    .int()
    .min(1)
    .max(MAX_CHARACTERS)
    .default(10_000)
    .describe('Maximum number of characters of text to return, from the beginning'),
});

const resultSchema = z.strictObject({
  file_id: z.string(),
  name: z.string(),
  content: z.string().optional(),
  content_truncated: z.boolean(),
  mime_type: z.string(),
  size: z.int().nonnegative().describe('Bytes'),
  url: z.string().describe('WebDAV URL'),
});

/** The beginning of a text, without splitting a character. */
const beginningOf = (text: string, length: number): string =>
  text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');

/** Reads one file of the person on Nextcloud. */
export const retrieveNextcloudFile = (services: FileToolServices): RegisteredTool =>
  defineTool({
    name: 'retrieve_nextcloud_file',
    category: 'file',
    description:
      "Returns the text of one of the user's files on Nextcloud, found with search_nextcloud_files, or only its metadata.",
    arguments: argumentsSchema,
    result: resultSchema,
    ...fileTerms(services),
    citations: ({ content = '', name, url, mime_type }) =>
      content === ''
        ? []
        : [
            {
              text: content,
              sourceType: 'nextcloud',
              sourceTitle: name,
              sourceUrl: url,
              metadata: { mimeType: mime_type },
            },
          ],
    handler: async ({ file_id, extract_text, max_chars }, { user, signal, partial, phi }) => {
      const { reading } = services;
      if (reading === undefined) throw new Failure(failure('unavailable', NO_FILE_SERVER));
      // No detector can be sure whom a file is about.
      phi();
      const file = await reading.files.find(user, file_id, signal);
      const known = {
        file_id,
        name: file.name,
        content_truncated: false,
        mime_type: file.mimeType,
        size: file.size,
        url: file.url,
      };
      if (!extract_text) return known;
      partial({ ...known, content_truncated: true });
      const text = await textOfFile(reading, file, MAX_BYTES, { user, signal });
      return { ...known, content: beginningOf(text, max_chars), content_truncated: text.length > max_chars };
    },
  });
