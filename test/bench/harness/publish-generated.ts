import type { Application } from '../../../app/create-application.ts';
import { createLocalEmbedder } from '../../../infra/models/embedding/local-embedder.ts';
import { generatedDocument } from './generated-passages.ts';
import { publishDocument } from './publish-document.ts';

const CHUNKS_IN_DOCUMENT = 50;

/** Writes documents to the log as if they had been indexed: the projections find them when the program starts. */
export const publishGenerated =
  (chunks: number) =>
  async ({ http }: Application): Promise<void> => {
    const { blobs, eventStore, identity } = http.commandServices;
    const embedder = createLocalEmbedder();
    for (let document = 0; document * CHUNKS_IN_DOCUMENT < chunks; document += 1) {
      await publishDocument(
        { blobs, eventStore, identity, embedder },
        generatedDocument(document, CHUNKS_IN_DOCUMENT),
      );
    }
  };
