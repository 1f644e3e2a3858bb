import type { DocumentVersionDto } from '../../projections/document-versions/document-version-dto.ts';
import type { VersionText, VersionTextReader } from '../read-version-text.ts';
import { missing } from './open-version.ts';

/**
 * The selected part of the text of a version.
 * @throws Failure `not_found` when it has not been extracted
 */
export const textOf = <Picked>(
  found: DocumentVersionDto,
  readText: VersionTextReader,
  pick: (text: VersionText) => Picked,
): Promise<Picked> =>
  readText(found.jobId, (text) => {
    if (text !== undefined) return pick(text);
    throw missing(
      `The text of this version has not been extracted: its indexing job is ${found.state}. GET /api/admin/kb/jobs/:id shows its progress.`,
      { reason: 'text_not_extracted', jobId: found.jobId, state: found.state },
    );
  });
