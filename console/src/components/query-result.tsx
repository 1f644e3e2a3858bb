import type { ReactNode } from 'react';
import { Progress } from './progress.tsx';
import { ReadFailure } from './read-failure.tsx';

type QueryResultProps<Data> = {
  readonly query: {
    readonly data: Data | undefined;
    readonly error: unknown;
    readonly isFetching: boolean;
    readonly refetch: () => unknown;
  };
  /** Shown while it is read for the first time. */
  readonly loading: string;
  readonly children: (data: Data) => ReactNode;
};

/** What was read, or that it is being read, or why not. What was read before stays when reading it again fails. */
export const QueryResult = <Data,>({ query, loading, children }: QueryResultProps<Data>) => (
  <>
    <ReadFailure query={query} />
    {query.data === undefined ? query.error ? null : <Progress label={loading} /> : children(query.data)}
  </>
);
