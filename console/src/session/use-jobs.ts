import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { IndexingJob } from '../../../client/index.ts';
import { DOCUMENTS, JOBS, newsOf } from './use-document-news.ts';
import { useApi } from './use-session.ts';

type State = 'PENDING' | 'RUNNING' | 'COMPLETED' | 'FAILED' | 'SUPERSEDED';

/** In case the stream of news is refused, in milliseconds. */
const NOW_AND_THEN_MS = 15_000;

/** Indexing jobs, newest first. */
export const useJobList = (state: State | undefined) => {
  const api = useApi();
  return useInfiniteQuery({
    queryKey: [JOBS, 'list', state],
    queryFn: ({ pageParam, signal }) =>
      api.page('/api/admin/kb/jobs', {
        query: { state, cursor: pageParam, limit: 50, after: newsOf(api) },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
    refetchInterval: NOW_AND_THEN_MS,
  });
};

/** The newest jobs by their ids, for files that were just uploaded. */
export const useRecentJobs = (isEnabled: boolean): ReadonlyMap<string, IndexingJob> => {
  const api = useApi();
  const { data } = useQuery({
    queryKey: [JOBS, 'recent'],
    queryFn: ({ signal }) =>
      api.page('/api/admin/kb/jobs', { query: { limit: 500, after: newsOf(api) }, signal }),
    enabled: isEnabled,
    refetchInterval: NOW_AND_THEN_MS,
  });
  return new Map(data?.items.map((job) => [job.jobId, job]));
};

/** One job. */
export const useJob = (jobId: string | undefined, isEnabled: boolean) => {
  const api = useApi();
  return useQuery({
    queryKey: [JOBS, 'one', jobId],
    queryFn: ({ signal }) =>
      api.get('/api/admin/kb/jobs/{id}', {
        path: { id: jobId ?? '' },
        query: { after: newsOf(api) },
        signal,
      }),
    enabled: isEnabled && jobId !== undefined,
  });
};

/** Tries a failed job again, or cancels one that is under way. */
export const useJobCommands = () => {
  const api = useApi();
  const queries = useQueryClient();
  const onSettled = (): void => {
    void queries.invalidateQueries({ queryKey: [JOBS] });
    void queries.invalidateQueries({ queryKey: [DOCUMENTS] });
  };
  const retry = useMutation({
    mutationFn: (jobId: string) => api.post('/api/commands/RetryIndexing', { body: { jobId } }),
    onSettled,
  });
  const cancel = useMutation({
    mutationFn: (jobId: string) => api.post('/api/commands/CancelIndexing', { body: { jobId } }),
    onSettled,
  });
  return { retry, cancel };
};
