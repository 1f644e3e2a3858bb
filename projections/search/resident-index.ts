import type { CorpusIndex } from '../../ports/lexical-index.ts';
import { createInMemoryIndex } from './in-memory-index.ts';
import type { KnowledgeSearchServices } from './knowledge-search-services.ts';
import { SEARCH_PROJECTION } from './search-projection.ts';

/** The loaded index of one generation. */
export type ResidentIndex = {
  /** Undefined before anything is loaded. */
  readonly current: () => CorpusIndex | undefined;
  /** Loads the index of a generation, replacing any other. Concurrent callers share one load. */
  readonly of: (generation: number) => Promise<CorpusIndex>;
  readonly close: () => void;
};

/** Creates the holder without loading an index. */
export const createResidentIndex = (services: KnowledgeSearchServices): ResidentIndex => {
  const { sealer, logger } = services;
  let resident: CorpusIndex | undefined;

  let opening: { readonly generation: number; readonly index: Promise<CorpusIndex> } | undefined;
  const openIndex =
    services.openIndex ??
    (async (generation: number) => createInMemoryIndex(services, SEARCH_PROJECTION, generation));

  const replaceResident = (next: CorpusIndex | undefined): void => {
    if (resident !== next) resident?.close();
    resident = next;
  };

  const residentOf: ResidentIndex['of'] = async (generation) => {
    if (resident?.generation === generation) return resident;
    if (opening?.generation !== generation) opening = { generation, index: openIndex(generation) };
    const { index } = opening;
    try {
      const opened = await index;
      replaceResident(opened);
      return opened;
    } finally {
      if (opening?.index === index) opening = undefined;
    }
  };

  // Content opened with a key is dropped with it, whichever node destroyed it.
  const forgetDestroyed = sealer.onDestroyed(() => {
    resident?.forgetErased().catch(() => {
      logger.warn({}, 'An erased document could not be removed from the in-memory index yet.');
      // None of it may be found, so the index is reloaded from the content that can still be opened.
      replaceResident(undefined);
    });
  });

  return {
    current: () => resident,
    of: residentOf,
    close: () => {
      forgetDestroyed();
      replaceResident(undefined);
    },
  };
};
