import type { ReactNode } from 'react';
import { ErrorNotice } from './error-notice.tsx';
import { Progress } from './progress.tsx';

type QueryResultProps<Data> = {
  readonly query: { readonly data: Data | undefined; readonly error: unknown };
  /** Shown while it is read for the first time. */
  readonly loading: string;
  readonly children: (data: Data) => ReactNode;
};

/** What was read, or that it is being read, or why not. What was read before stays when reading it again fails. */
export const QueryResult = <Data,>({ query, loading, children }: QueryResultProps<Data>) => (
  <>
    {query.error ? <ErrorNotice error={query.error} /> : null}
    {query.data === undefined ? query.error ? null : <Progress label={loading} /> : children(query.data)}
  </>
);
