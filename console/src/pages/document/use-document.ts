import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { DOCUMENTS, newsOf } from '../../session/use-document-news.ts';
import { useApi } from '../../session/use-session.ts';

/** A version of a document. */
export type Place = { readonly docKey: string; readonly version: number };

/** The document, as its newest version describes it. */
export const useDocument = (docKey: string) => {
  const api = useApi();
  return useQuery({
    queryKey: [DOCUMENTS, 'one', docKey],
    queryFn: ({ signal }) =>
      api.get('/api/documents/{docKey}', { path: { docKey }, query: { after: newsOf(api) }, signal }),
  });
};

/** All versions of a document, newest first. */
export const useVersions = (docKey: string) => {
  const api = useApi();
  return useInfiniteQuery({
    queryKey: [DOCUMENTS, 'versions', docKey],
    queryFn: ({ pageParam, signal }) =>
      api.page('/api/documents/{docKey}/versions', {
        path: { docKey },
        query: { cursor: pageParam, limit: 100, after: newsOf(api) },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
};

/** How each page of a version was read. */
export const usePages = (place: Place, isEnabled: boolean) => {
  const api = useApi();
  return useQuery({
    queryKey: ['document-pages', place],
    queryFn: ({ signal }) =>
      api.page('/api/documents/{docKey}/versions/{version}/pages', {
        path: place,
        query: { limit: 500 },
        signal,
      }),
    enabled: isEnabled,
  });
};

/** The passages of one page. Passages are in reading order, so no more are read than up to that page. */
export const usePassages = (place: Place, page: number, isEnabled: boolean) => {
  const api = useApi();
  const { data, error, isPending, isFetching, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ['passages', place],
    queryFn: ({ pageParam, signal }) =>
      api.page('/api/documents/{docKey}/versions/{version}/chunks', {
        path: place,
        query: { cursor: pageParam, limit: 200 },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    enabled: isEnabled,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const known = data?.pages.flatMap(({ items }) => items) ?? [];
  const mayBeMore = hasNextPage && (known.at(-1)?.pages[0] ?? 0) <= page;
  useEffect(() => {
    if (mayBeMore && !isFetching && error === null) void fetchNextPage();
  }, [mayBeMore, isFetching, error, fetchNextPage]);
  return {
    passages: known.filter(({ pages }) => pages.includes(page)),
    error,
    isPending: isEnabled && (isPending || mayBeMore),
  };
};

/** The figures of a version. */
export const useFigures = (place: Place) => {
  const api = useApi();
  return useQuery({
    queryKey: ['figures', place],
    queryFn: ({ signal }) =>
      api.get('/api/documents/{docKey}/versions/{version}/figures', { path: place, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
};
