import type { CorpusIndex } from '../../ports/lexical-index.ts';
import { createInMemoryIndex } from './in-memory-index.ts';
import type { KnowledgeSearchServices } from './knowledge-search-services.ts';
import { SEARCH_PROJECTION } from './search-projection.ts';

/** The index of one generation that this process holds. */
export type ResidentIndex = {
  /** Undefined before anything is loaded. */
  readonly current: () => CorpusIndex | undefined;
  /** The index of a generation, which takes the place of any other. Concurrent callers share one opening. */
  readonly of: (generation: number) => Promise<CorpusIndex>;
  readonly close: () => void;
};

/** Opens nothing yet. */
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

  // What was opened with a key is dropped with it, on whichever node it was destroyed.
  const forgetDestroyed = sealer.onDestroyed(() => {
    resident?.forgetErased().catch(() => {
      logger.warn({}, 'An erased document could not be removed from the in-memory index yet.');
      // Nothing of it may be found: the index is loaded again from what can be opened.
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
