import { chunkDocument } from '../../../domain/knowledge/chunking/chunk-document.ts';
import { policyFor } from '../../../domain/knowledge/chunking/chunking-policy.ts';
import { cleanPages } from '../../../domain/knowledge/clean-pages.ts';
import { describeDocument } from '../../../domain/knowledge/describe-document.ts';
import { docKeyOf } from '../../../domain/knowledge/doc-key.ts';
import { formatOfFileName } from '../../../domain/knowledge/document-format.ts';
import { documentMetadataSchema } from '../../../domain/knowledge/document-metadata.ts';
import { extractedDocumentSchema } from '../../../domain/knowledge/extracted-document.ts';
import type { Passage } from '../../../domain/retrieval/passage.ts';
import { defaultExtractionLimits } from '../../../infra/reading/text-extraction/extraction-limits.ts';
import { loadPdfium, type Pdfium } from '../../../infra/reading/text-extraction/pdf/pdfium.ts';
import { readDocument } from '../../../infra/reading/text-extraction/read-document.ts';
import { countCl100kTokens } from '../../../infra/reading/text-extraction/token-counter.ts';
import { passagesOfVersion } from '../../../projections/search/passages-of-version.ts';
import type { TrapDocument } from './trap.ts';

let loading: Promise<Pdfium> | undefined;

const limits = defaultExtractionLimits;
const encoder = new TextEncoder();

/** Reads, cleans and chunks a document like the indexing worker, without its threads. */
export const readTrapDocument = async ({
  fileName,
  content,
  metadata: given,
  ocrConfidence,
}: TrapDocument): Promise<readonly Passage[]> => {
  const format = formatOfFileName(fileName);
  if (format === undefined) throw new Error(`${fileName} has an unsupported format.`);
  const metadata = documentMetadataSchema.parse({
    sourceType: 'protocol',
    specialty: ['emergency_medicine'],
    ...given,
  });
  const read = await readDocument(
    {
      content: typeof content === 'string' ? encoder.encode(content) : content,
      format,
      skipPages: [],
      skipFigures: true,
      pagesKey: undefined,
    },
    {
      limits,
      onFigures: () => {},
      pdf: async () => {
        loading ??= loadPdfium();
        return {
          pdfium: await loading,
          limits,
          skipPages: new Set(),
          onPage: () => {},
          onFigures: () => {},
          skipFigures: true,
        };
      },
    },
  );
  const extracted = extractedDocumentSchema.parse({
    ...read,
    pages: read.pages.map((page) =>
      ocrConfidence === undefined ? page : { ...page, readBy: 'ocr', ocrConfidence },
    ),
  });
  return passagesOfVersion({
    added: { docKey: docKeyOf(metadata.sourceType, fileName), version: 1, fileName, metadata },
    described: describeDocument({ extracted, metadata, format, fileName }),
    chunks: chunkDocument(cleanPages(extracted.pages), policyFor(metadata.sourceType), countCl100kTokens),
    indexedAt: '2026-01-01T00:00:00.000Z',
    phi: false,
  });
};
