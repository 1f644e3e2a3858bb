import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { choices } from '../../../../client/choices.generated.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { Field } from '../../components/field.tsx';
import { Panel } from '../../components/panel.tsx';
import { QueryResult } from '../../components/query-result.tsx';
import { Table } from '../../components/table.tsx';
import { useApi, useMay } from '../../session/use-session.ts';
import styles from './audit-page.module.css';
import type { readTrailSearch } from './audit-search.ts';
import { DayField } from './day-field.tsx';
import { EntryLinks, entryColumns } from './entry-cells.tsx';
import { FilterSelect } from './filter-select.tsx';

const { category: categories, outcome: outcomes, type: types } = choices.listAuditEntries;

const route = getRouteApi('/shell/audit/trail');

type Search = ReturnType<typeof readTrailSearch>;

const Filters = () => {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (next: Partial<Search>): void =>
    void navigate({ to: '/audit/trail', search: { ...search, ...next }, replace: true });
  return (
    <div className={styles.form}>
      <Field
        label="Action"
        placeholder="e.g. read"
        value={search.action ?? ''}
        onChange={(text) => {
          const word = text.replace(/[^A-Za-z_-]/g, '');
          change({ action: word === '' ? undefined : word });
        }}
      />
      <FilterSelect
        label="Kind of event"
        values={types}
        value={search.type}
        onChange={(type) => change({ type })}
      />
      <FilterSelect
        label="Kind of stream"
        values={categories}
        value={search.category}
        onChange={(category) => change({ category })}
      />
      <FilterSelect
        label="Outcome"
        values={outcomes}
        value={search.outcome}
        onChange={(outcome) => change({ outcome })}
      />
      <DayField label="From" value={search.from} onChange={(from) => change({ from })} />
      <DayField label="To" value={search.to} onChange={(to) => change({ to })} />
    </div>
  );
};

/** Everything that happened, newest first, without content. */
export const TrailSection = () => {
  const api = useApi();
  const may = useMay();
  const { type, category, outcome, action, from, to } = route.useSearch();
  const query = useInfiniteQuery({
    queryKey: ['trail', type, category, outcome, action, from, to],
    queryFn: ({ signal, pageParam: cursor }) =>
      api.page('/api/audit/entries', {
        query: { type, category, outcome, action, from, to, cursor },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  return (
    <Panel
      title="Trail"
      text="Who did what and when, without content. Days are in UTC. Your access is recorded."
    >
      <Filters />
      <QueryResult query={query} loading="Reading the trail …">
        {({ pages }) => (
          <Table
            label="Audit trail"
            columns={[
              ...entryColumns,
              { key: 'basis', title: 'Allowed as', cell: ({ basis }) => basis ?? '' },
              ...(may('audit:export')
                ? [
                    {
                      key: 'links',
                      title: 'More',
                      cell: (entry: (typeof pages)[number]['items'][number]) => <EntryLinks entry={entry} />,
                    },
                  ]
                : []),
            ]}
            rows={pages.flatMap(({ items }) => items)}
            keyOf={({ eventId }) => eventId}
            empty={<EmptyState title="Nothing matches." />}
            more={
              query.hasNextPage
                ? { load: () => void query.fetchNextPage(), isLoading: query.isFetchingNextPage }
                : undefined
            }
          />
        )}
      </QueryResult>
    </Panel>
  );
};
