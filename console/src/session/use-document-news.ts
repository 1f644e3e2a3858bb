import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ApiClient } from '../../../client/create-client.ts';
import { useApi, useMay } from './use-session.ts';

/** The log position of the latest news, so that what is read next includes it. */
const positions = new WeakMap<ApiClient, number>();

/** The position that a read of documents or jobs has to include. */
export const newsOf = (api: ApiClient): number | undefined => positions.get(api);

/** What is read again after news: these words begin the keys of such queries. */
export const DOCUMENTS = 'documents';
export const JOBS = 'jobs';

/** A large upload causes many events; reading more than once a second would not help. */
const PAUSE_MS = 1000;

/** Keeps what is shown of documents and jobs current, by one stream whatever their number. */
export const useDocumentNews = (): void => {
  const api = useApi();
  const queries = useQueryClient();
  const mayFollow = useMay()('stream:read');
  useEffect(() => {
    if (!mayFollow) return;
    const ending = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const readAgain = (): void => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void queries.invalidateQueries({ queryKey: [DOCUMENTS] });
        void queries.invalidateQueries({ queryKey: [JOBS] });
      }, PAUSE_MS);
    };
    const follow = async (): Promise<void> => {
      const query = { categories: 'document,indexing' };
      for await (const { id, event } of api.follow('/api/stream', { query, signal: ending.signal })) {
        if (event === undefined || ending.signal.aborted) continue;
        if (event.kind === 'reset') positions.delete(api);
        else positions.set(api, Math.max(positions.get(api) ?? 0, Number.parseInt(id, 10)));
        readAgain();
      }
    };
    // Refused, e.g. because too many streams are open: the lists are read again now and then in any case.
    follow().catch(() => undefined);
    return () => {
      ending.abort();
      clearTimeout(timer);
    };
  }, [api, queries, mayFollow]);
};
