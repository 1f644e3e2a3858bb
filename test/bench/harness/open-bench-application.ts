import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import pLimit from 'p-limit';
import type { Replacements } from '../../../app/application-options.ts';
import { readConfiguration } from '../../../app/configuration/read-configuration.ts';
import { type Application, createApplication } from '../../../app/create-application.ts';
import { ingestDocument } from '../../../commands/ingest-document.ts';
import type { CommandContext } from '../../../commands/runtime/command-context.ts';
import { indexingCompleted, indexingFailed } from '../../../domain/indexing/indexing-events.ts';
import { SEARCH_PROJECTION } from '../../../projections/search/search-projection.ts';
import { createServerDatabase } from '../../support/server-database.ts';
import type { BenchmarkContext } from './benchmark.ts';

export type BenchFile = { readonly name: string; readonly bytes: Uint8Array };

type Ingestion = { readonly pages: number; readonly chunks: number; readonly failed: number };

/** The whole program in this process, without its front door, on an empty data directory and database. */
export type BenchApplication = AsyncDisposable & {
  readonly application: Application;
  /** The settings with which another process can open the same data. */
  readonly environment: Readonly<Record<string, string>>;
  readonly commandContext: () => CommandContext;
  /** Ingests the files, four at a time, and waits until all are searchable. */
  readonly ingest: (files: readonly BenchFile[]) => Promise<Ingestion>;
  /** Stops the program and keeps its data; disposing also removes the database. */
  readonly stop: () => Promise<void>;
};

const UPLOADS_AT_ONCE = 4;

/** `before` runs when everything is open and no work has started. */
export const openBenchApplication = async (
  { choice, folder }: BenchmarkContext,
  before: (application: Application) => Promise<void> = async () => {},
  replace: Replacements = {},
): Promise<BenchApplication> => {
  const server = choice.kind === 'PostgreSQL' ? await createServerDatabase(choice.url) : undefined;
  const environment = {
    DATA_DIR: join(folder, `data-${randomUUID()}`),
    LOG_LEVEL: 'error',
    READ_TIMEOUT_MS: '60000',
    ...(server ? { DATABASE_URL: server.url } : {}),
  };
  const application = await createApplication({
    configuration: readConfiguration(environment),
    version: 'bench',
    replace,
  });
  await before(application);
  application.start();
  const { commandServices, eventStore, readModels } = application.http;
  const { identity, blobs } = commandServices;

  const commandContext = (): CommandContext => {
    const id = identity.newId();
    return { actor: { id: 'bench', role: 'admin' }, commandId: id, correlationId: id };
  };

  const ingest = async (files: readonly BenchFile[]): Promise<Ingestion> => {
    const stopping = new AbortController();
    const types = [indexingCompleted.type, indexingFailed.type];
    const ended = (async () => {
      let [pages, chunks, failed, jobs] = [0, 0, 0, 0];
      for await (const event of eventStore.subscribe(await eventStore.head(), { types }, stopping.signal)) {
        jobs += 1;
        if (event.type === indexingCompleted.type) {
          const completed = indexingCompleted.schema.parse(event.data);
          pages += completed.pages;
          chunks += completed.chunkCount;
        } else {
          failed += 1;
        }
        if (jobs === files.length) break;
      }
      return { pages, chunks, failed };
    })();
    const upload = async ({ name, bytes }: BenchFile): Promise<void> => {
      async function* content() {
        yield bytes;
      }
      const { digest, size, seal, discard } = await blobs.stage(content(), bytes.byteLength);
      await ingestDocument.handle(
        ingestDocument.input.parse({ sourceType: 'protocol', specialty: ['emergency_medicine'] }),
        commandContext(),
        commandServices,
        { sha256: digest, size, fileName: name, seal },
      );
      await discard();
    };
    try {
      const limit = pLimit(UPLOADS_AT_ONCE);
      await Promise.all(files.map((file) => limit(upload, file)));
      const ingestion = await ended;
      await readModels.locate(SEARCH_PROJECTION, await eventStore.head());
      return ingestion;
    } finally {
      stopping.abort();
    }
  };

  return {
    application,
    environment,
    commandContext,
    ingest,
    stop: application.stop,
    [Symbol.asyncDispose]: async () => {
      await application.stop();
      await server?.[Symbol.asyncDispose]();
    },
  };
};
