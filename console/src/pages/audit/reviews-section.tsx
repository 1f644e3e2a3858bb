import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { Review } from '../../../../client/api.generated.ts';
import { choices } from '../../../../client/choices.generated.ts';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Moment } from '../../components/moment.tsx';
import { Panel } from '../../components/panel.tsx';
import { QueryResult } from '../../components/query-result.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { useApi, useMay } from '../../session/use-session.ts';
import styles from './audit-page.module.css';
import { FilterSelect } from './filter-select.tsx';
import { ReviewDialog } from './review-dialog.tsx';

const { kind: kinds, state: states } = choices.listReviews;
const route = getRouteApi('/shell/audit/reviews');

const columns: readonly Column<Review>[] = [
  {
    key: 'kind',
    title: 'Review',
    cell: ({ kind, causes }) => (
      <div className={styles.stack}>
        <span className={styles.name}>{kind === 'phi' ? 'PHI' : kind}</span>
        <span className={styles.muted}>{causes.map((cause) => cause.replaceAll('_', ' ')).join(', ')}</span>
      </div>
    ),
  },
  { key: 'by', title: 'Asked by', cell: ({ askedBy }) => askedBy },
  { key: 'at', title: 'Opened', cell: ({ openedAt }) => <Moment at={openedAt} /> },
  {
    key: 'state',
    title: 'State',
    cell: ({ state, verdict, resolvedBy }) => (
      <div className={styles.stack}>
        <span>
          <Badge tone={state === 'open' ? 'warning' : 'success'}>{state}</Badge>
        </span>
        {verdict === null ? null : (
          <span className={styles.muted}>
            {verdict.replaceAll('_', ' ')}, {resolvedBy}
          </span>
        )}
      </div>
    ),
  },
];

/** Detections of PHI and withheld answers that a person has to look at. */
export const ReviewsSection = () => {
  const api = useApi();
  const may = useMay();
  const { kind, state } = route.useSearch();
  const navigate = route.useNavigate();
  const [open, setOpen] = useState<Review>();
  const query = useInfiniteQuery({
    queryKey: ['reviews', kind, state],
    queryFn: ({ signal, pageParam: cursor }) =>
      api.page('/api/reviews', { query: { kind, state, cursor }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  const opening: Column<Review> = {
    key: 'open',
    title: 'Open',
    cell: (review) => (
      <Button
        variant="plain"
        aria-label={`Open the ${review.kind} review of a question by ${review.askedBy}`}
        onPress={() => setOpen(review)}
      >
        Open …
      </Button>
    ),
  };
  return (
    <Panel
      title="Reviews"
      text="Detections that an asker disputes or that failed, answers that the safety filter withheld, and answers of which much was struck."
      actions={
        <>
          <FilterSelect
            label="Kind"
            values={kinds}
            value={kind}
            onChange={(next) =>
              void navigate({ to: '/audit/reviews', search: { kind: next, state }, replace: true })
            }
          />
          <FilterSelect
            label="State"
            values={states}
            value={state}
            onChange={(next) =>
              void navigate({ to: '/audit/reviews', search: { kind, state: next }, replace: true })
            }
          />
        </>
      }
    >
      <QueryResult query={query} loading="Reading the reviews …">
        {({ pages }) => (
          <Table
            label="Reviews"
            columns={may('reviews:resolve') ? [...columns, opening] : columns}
            rows={pages.flatMap(({ items }) => items)}
            keyOf={({ reviewId }) => reviewId}
            empty={<EmptyState title="There is nothing to review." />}
            more={
              query.hasNextPage
                ? { load: () => void query.fetchNextPage(), isLoading: query.isFetchingNextPage }
                : undefined
            }
          />
        )}
      </QueryResult>
      {open === undefined ? null : <ReviewDialog review={open} onClose={() => setOpen(undefined)} />}
    </Panel>
  );
};
