import { QueryClient } from '@tanstack/react-query';

/** How long something read counts as current, in milliseconds. */
const FRESH_MS = 10_000;
/** How long something stays in memory that no page shows any more, in milliseconds. */
const KEPT_MS = 120_000;

/** The cache of what was read. The client (`client/`) repeats failed requests itself, so this does not. */
export const createConsoleQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { retry: false, staleTime: FRESH_MS, gcTime: KEPT_MS },
      mutations: { retry: false },
    },
  });
