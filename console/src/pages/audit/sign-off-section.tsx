import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AuditReview, UncoveredAuditRange } from '../../../../client/api.generated.ts';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Moment } from '../../components/moment.tsx';
import { Notice } from '../../components/notice.tsx';
import { Panel } from '../../components/panel.tsx';
import { QueryResult } from '../../components/query-result.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { useNotify } from '../../components/toasts.tsx';
import { useApi, useMay, useSession } from '../../session/use-session.ts';
import { reasonHeader, WithReason } from './access-reason.tsx';
import styles from './audit-page.module.css';
import { SignOffDialog, type SignOffRange } from './sign-off-dialog.tsx';

const whyOf = ({ because, reviewers }: UncoveredAuditRange): string => {
  if (because === 'no_review') return 'never reviewed';
  if (because === 'partial_reviews') return `reviewed only in part, by ${reviewers.join(', ')}`;
  return `entries of ${reviewers[0] ?? 'the reviewer'}, who alone reviewed the others`;
};

const uncoveredColumns: readonly Column<UncoveredAuditRange>[] = [
  {
    key: 'range',
    title: 'Events',
    cell: ({ from, to, entries }) => (
      <div className={styles.stack}>
        <span className={styles.name}>{from === to ? from : `${from} – ${to}`}</span>
        <span className={styles.muted}>{entries === 1 ? '1 event' : `${entries} events`}</span>
      </div>
    ),
  },
  {
    key: 'when',
    title: 'From – to',
    cell: ({ fromAt, toAt }) => (
      <div className={styles.stack}>
        {fromAt === null ? null : <Moment at={fromAt} />}
        {toAt === null ? null : <Moment at={toAt} />}
      </div>
    ),
  },
  { key: 'why', title: 'Why', cell: whyOf },
];

const reviewColumns: readonly Column<AuditReview>[] = [
  {
    key: 'range',
    title: 'Events',
    cell: ({ from, to, actorId, subject }) => (
      <div className={styles.stack}>
        <span className={styles.name}>{`${from} – ${to}`}</span>
        {actorId === null ? null : <span className={styles.muted}>of {actorId}</span>}
        {subject === null ? null : <span className={styles.muted}>about {subject}</span>}
      </div>
    ),
  },
  { key: 'by', title: 'Reviewed by', cell: ({ reviewer }) => reviewer },
  { key: 'at', title: 'At', cell: ({ reviewedAt }) => <Moment at={reviewedAt} /> },
  { key: 'note', title: 'Note', cell: ({ note }) => <span className={styles.text}>{note ?? ''}</span> },
];

type UncoveredProps = {
  readonly ranges: readonly UncoveredAuditRange[];
  readonly hasMore: boolean;
  readonly onSignOff: (range: SignOffRange) => void;
};

const Uncovered = ({ ranges, hasMore, onSignOff }: UncoveredProps) => {
  const may = useMay();
  const { id } = useSession();
  const act: Column<UncoveredAuditRange> = {
    key: 'act',
    title: 'Judge',
    cell: ({ from, to, because, reviewers: [reviewer] }) => {
      const own = because === 'own_entries' ? reviewer : undefined;
      if (own === id) return <span className={styles.muted}>your own</span>;
      return (
        <Button
          aria-label={`Sign off events ${from} to ${to}`}
          onPress={() => onSignOff({ from, to, ...(own === undefined ? {} : { actorId: own }) })}
        >
          Sign off …
        </Button>
      );
    },
  };
  return (
    <>
      <Table
        label="Not reviewed by another person"
        columns={may('access:review') ? [...uncoveredColumns, act] : uncoveredColumns}
        rows={ranges}
        keyOf={({ from }) => String(from)}
        empty={<EmptyState title="Everything has been reviewed." />}
      />
      {hasMore ? <Notice tone="info">There are further ranges after these.</Notice> : null}
    </>
  );
};

const SignOffs = ({ reason }: { readonly reason: string }) => {
  const api = useApi();
  const notify = useNotify();
  const queries = useQueryClient();
  const [range, setRange] = useState<SignOffRange>();
  const query = useInfiniteQuery({
    queryKey: ['audit-reviews', reason],
    queryFn: ({ signal, pageParam: cursor }) =>
      api.get('/api/audit/reviews', { query: { cursor }, headers: reasonHeader(reason), signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    refetchOnWindowFocus: false,
  });
  return (
    <>
      <QueryResult query={query} loading="Comparing the trail with its reviews …">
        {({ pages }) => (
          <>
            <h3>Not reviewed by another person</h3>
            <Uncovered
              ranges={pages[0]?.uncovered ?? []}
              hasMore={pages[0]?.moreUncovered ?? false}
              onSignOff={setRange}
            />
            <h3>Signed off</h3>
            <Table
              label="Signed off"
              columns={reviewColumns}
              rows={pages.flatMap(({ reviews }) => reviews)}
              keyOf={({ reviewId }) => reviewId}
              empty={<EmptyState title="Nothing has been signed off." />}
              more={
                query.hasNextPage
                  ? { load: () => void query.fetchNextPage(), isLoading: query.isFetchingNextPage }
                  : undefined
              }
            />
          </>
        )}
      </QueryResult>
      {range === undefined ? null : (
        <SignOffDialog
          range={range}
          onClose={() => setRange(undefined)}
          onDone={(text) => {
            notify(text);
            void queries.invalidateQueries({ queryKey: ['audit-reviews'] });
          }}
        />
      )}
    </>
  );
};

/** What of the trail was signed off, and what no other person has reviewed. */
export const SignOffSection = () => (
  <Panel
    title="Sign-off"
    text="Parts of the trail that have been reviewed, and events that still need a review by another person. Your access is recorded."
  >
    <WithReason>{(reason) => <SignOffs reason={reason} />}</WithReason>
  </Panel>
);
