import { z } from 'zod';
import { Failure, failure } from '../../../domain/kernel/failure.ts';
import { documentEndings } from '../../../domain/knowledge/document-format.ts';
import type { StoredFile } from '../../../ports/file-store.ts';
import type { RegisteredTool } from '../../../ports/tool.ts';
import { defineTool } from '../define-tool.ts';
import { fileTerms, NO_FILE_SERVER } from './file-terms.ts';
import type { FileToolServices } from './file-tool-services.ts';
import { findInContents } from './find-in-contents.ts';

const MAX_RESULTS = 100;

const argumentsSchema = z.strictObject({
  query: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .describe('Words that must all be in the name of a file, in any case'),
  file_type: z
    .string()
    .trim()
    .regex(/^\.?[A-Za-z0-9]{1,10}$/, 'must be the ending of a file name, such as pdf')
    .optional()
    .describe('Only files with this ending: pdf, docx, txt, …'),
  max_results: z.int().min(1).max(MAX_RESULTS).default(20).describe('Maximum number of files to return'),
  include_content: z
    .boolean()
    .default(false)
    .describe(
      'Also find files with the words in their text; slow, and only the newest 40 readable files are searched',
    ),
});

const fileSchema = z.strictObject({
  file_id: z.string(),
  name: z.string(),
  path: z.string(),
  size: z.int().nonnegative().describe('Bytes'),
  mime_type: z.string(),
  modified: z.string().describe('ISO 8601'),
  url: z.string().describe('WebDAV URL'),
});

const resultSchema = z.strictObject({
  files: z.array(fileSchema).max(MAX_RESULTS),
  total_count: z.int().nonnegative(),
  query: z.string(),
});

const shown = ({ id, name, path, size, mimeType, modified, url }: StoredFile) => ({
  file_id: id,
  name,
  path,
  size,
  mime_type: mimeType,
  modified,
  url,
});

const wordsOf = (query: string): readonly string[] => [...new Set(query.split(/\s+/))];

/** Finds files of the person on Nextcloud by name and by content. */
export const searchNextcloudFiles = (services: FileToolServices): RegisteredTool =>
  defineTool({
    name: 'search_nextcloud_files',
    category: 'file',
    description:
      "Searches the user's files on Nextcloud by name and type, and by content if requested, newest first. Returns their ids for retrieve_nextcloud_file.",
    arguments: argumentsSchema,
    result: resultSchema,
    ...fileTerms(services),
    handler: async ({ query, file_type, max_results, include_content }, { user, signal, partial, phi }) => {
      const { reading } = services;
      if (reading === undefined) throw new Failure(failure('unavailable', NO_FILE_SERVER));
      // File names often contain patient names, and detectors do not recognize `doe_letter.pdf`.
      phi();
      const words = wordsOf(query);
      const ending = file_type?.replace(/^\./, '').toLowerCase();
      const extensions = ending === undefined ? [] : [ending];
      const named = await reading.files.search({ user, words, extensions, signal });
      const found = [...named];
      const result = () => ({
        files: found.slice(0, max_results).map(shown),
        total_count: found.length,
        query,
      });
      if (!include_content || (ending !== undefined && !documentEndings.includes(ending))) return result();
      partial(result());
      const known = new Set(named.map(({ id }) => id));
      const candidates = await reading.files.search({
        user,
        words: [],
        extensions: ending === undefined ? [...documentEndings] : extensions,
        signal,
      });
      await findInContents(reading, {
        user,
        words,
        candidates: candidates.filter(({ id }) => !known.has(id)),
        signal,
        onFound: (file) => {
          found.push(file);
          partial(result());
        },
      });
      return result();
    },
  });
