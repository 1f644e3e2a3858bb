import { z } from 'zod';
import type { SealedSearches } from '../../../ports/sealed-searches.ts';
import { createOneTimeSeal, type OneTimeSealServices } from './one-time-seal.ts';

/** Long enough to page through a long list, short enough that a text found in a log is soon worthless. */
const LIFE_SECONDS = 3600;

/** Seals searches with the secret of the data directory. Unlike tickets they are not used up: a page may be read again. */
export const createSealedSearches = (services: OneTimeSealServices): SealedSearches => {
  const searches = createOneTimeSeal(services, {
    purpose: 'search',
    lifeSeconds: LIFE_SECONDS,
    content: z.object({ search: z.string() }),
  });
  return {
    seal: async (search) => (await searches.seal({ search })).text,
    open: async (text) => (await searches.open(text))?.search,
  };
};
