import { basename } from 'node:path';
import { documentNameOf } from '../../domain/knowledge/doc-key.ts';
import { formatOfFileName, usualExtensions } from '../../domain/knowledge/document-format.ts';
import { CliError, exitCodes, usageError } from '../cli-error.ts';
import { type FoundFile, findFiles, sidecarOf } from './find-files.ts';
import { keyNameOfPath } from './key-name-of-path.ts';
import type { IngestInput, PlannedFile, RejectedFile } from './planned-file.ts';
import { readSidecar, type Sidecar } from './read-sidecar.ts';

type PlanOptions = {
  /** The metadata of every file; a file's own metadata file takes precedence. */
  readonly metadata: Partial<IngestInput>;
  /** Whether to derive document keys from the whole path below the named folder, with the extension. */
  readonly keyFromPath: boolean;
};

type IngestPlan = {
  readonly files: readonly PlannedFile[];
  readonly rejected: readonly RejectedFile[];
  readonly skipped: readonly string[];
  /** Symbolic links that were not followed. */
  readonly links: readonly string[];
  /** Files that were left out because they describe a folder. */
  readonly aboutFolders: readonly string[];
};

const inputOf = (found: FoundFile, sidecar: Sidecar, options: PlanOptions): IngestInput => {
  const merged = { ...options.metadata, ...sidecar };
  const { sourceType } = merged;
  if (sourceType === undefined)
    throw usageError(
      `The source type of ${found.label} is not known.`,
      'Set it with --source-type, e.g. --source-type protocol, or in a metadata file next to the document.',
    );
  const input = { ...merged, sourceType };
  if (input.docKey !== undefined) return input;
  // The server derives the key with its own secret, because names may contain PHI.
  return options.keyFromPath ? { ...input, keyFrom: keyNameOfPath(found.label) } : input;
};

/** The identity of a document: two files with the same one would be versions of each other. */
const identityOf = ({ fileName, input }: PlannedFile): string =>
  input.docKey ?? `${input.sourceType}/${documentNameOf(input.keyFrom ?? fileName)}`;

const planOne = async (found: FoundFile, options: PlanOptions): Promise<PlannedFile> => {
  const { path, label, size } = found;
  const fileName = basename(path);
  if (found.foreignSidecar) throw new CliError('Its metadata file is a link that leads out of the folder.');
  const input = inputOf(found, await readSidecar(sidecarOf(path)), options);
  if (input.format === undefined && formatOfFileName(fileName) === undefined)
    throw new CliError(`Its name does not end in ${usualExtensions}.`);
  return { path, label, fileName, size, input };
};

/**
 * Decides which files to send, and under which keys. Two files of one call never get the same key: the second would
 * become a version of the first and replace it.
 *
 * @throws CliError for paths that do not exist, and when the source type of a file is not known
 */
export const planIngest = async (paths: readonly string[], options: PlanOptions): Promise<IngestPlan> => {
  const found = await findFiles(paths);
  if (options.metadata.docKey !== undefined && found.files.length > 1)
    throw usageError(
      `--doc-key names one document, but there are ${found.files.length} files.`,
      'Leave it out, or put a docKey into a metadata file next to each document.',
    );
  const files: PlannedFile[] = [];
  const rejected: RejectedFile[] = found.unreadable.map((path) => ({
    path,
    label: path,
    reason: 'The user running this command has no permission to read the folder.',
  }));
  const takenBy = new Map<string, string>();
  for (const candidate of found.files) {
    const { path, label } = candidate;
    try {
      const planned = await planOne(candidate, options);
      const key = identityOf(planned);
      const holder = takenBy.get(key);
      if (holder !== undefined)
        throw new CliError(
          `It would get the same doc_key as ${holder} and replace it. Use --key-from-path, or put a docKey into ${basename(sidecarOf(path))}.`,
        );
      takenBy.set(key, label);
      files.push(planned);
    } catch (error) {
      if (!(error instanceof CliError) || error.exitCode === exitCodes.usage) throw error;
      rejected.push({ path, label, reason: error.message });
    }
  }
  const { skipped, links, aboutFolders } = found;
  return { files, rejected, skipped, links, aboutFolders };
};
