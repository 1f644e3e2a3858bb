import { useInfiniteQuery } from '@tanstack/react-query';
import type { AuditEntry } from '../../../../client/api.generated.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { Moment } from '../../components/moment.tsx';
import { Notice } from '../../components/notice.tsx';
import { countText, durationText } from '../../components/number-text.ts';
import { Panel } from '../../components/panel.tsx';
import { QueryResult } from '../../components/query-result.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { useApi } from '../../session/use-session.ts';

/** After this time without a backup the page warns, as the alerts do. */
const LATE_MS = 48 * 3_600_000;

const columns: readonly Column<AuditEntry>[] = [
  { key: 'at', title: 'Begun', cell: ({ recordedAt }) => <Moment at={recordedAt} /> },
  { key: 'by', title: 'By', cell: ({ actorId, actorRole }) => `${actorId} (${actorRole})` },
  { key: 'to', title: 'Up to event', isNumber: true, cell: ({ position }) => countText(position) },
];

const LastBackup = ({ last }: { readonly last: AuditEntry | undefined }) => {
  if (last === undefined) return null;
  const age = Date.now() - Date.parse(last.recordedAt);
  return (
    <Notice tone={age > LATE_MS ? 'warning' : 'success'}>
      The last backup started {durationText(Math.max(0, age))} ago.
    </Notice>
  );
};

/** When backups were taken. They are made where their target is: by the command line. */
export const BackupsSection = () => {
  const api = useApi();
  const query = useInfiniteQuery({
    queryKey: ['backups'],
    queryFn: ({ signal, pageParam }) =>
      api.page('/api/audit/entries', {
        query: { type: 'BackupTaken', limit: 20, cursor: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  return (
    <Panel
      title="Backups"
      text={
        <>
          Taken while the server runs, by{' '}
          <code>npx anamnesis backup &lt;folder&gt; --keys &lt;another folder&gt;</code>. Check one with{' '}
          <code>npx anamnesis backup verify</code>. The list says when a copy was begun; only the person who
          made it knows whether it is complete.
        </>
      }
    >
      <QueryResult query={query} loading="Reading the list …">
        {({ pages }) => (
          <>
            <LastBackup last={pages[0]?.items[0]} />
            <Table
              label="Backups"
              columns={columns}
              rows={pages.flatMap(({ items }) => items)}
              keyOf={({ eventId }) => eventId}
              empty={
                <EmptyState title="No backup has been taken yet.">
                  <p>Without one, a broken disk loses everything.</p>
                </EmptyState>
              }
              more={
                query.hasNextPage
                  ? { load: () => void query.fetchNextPage(), isLoading: query.isFetchingNextPage }
                  : undefined
              }
            />
          </>
        )}
      </QueryResult>
    </Panel>
  );
};
