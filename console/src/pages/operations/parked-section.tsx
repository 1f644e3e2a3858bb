import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ParkedEvent } from '../../../../client/api.generated.ts';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Field } from '../../components/field.tsx';
import { Moment } from '../../components/moment.tsx';
import { Panel } from '../../components/panel.tsx';
import { QueryResult } from '../../components/query-result.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { useNotify } from '../../components/toasts.tsx';
import { useApi, useMay } from '../../session/use-session.ts';
import styles from './operations-page.module.css';
import { useOperationsSearch } from './operations-search.ts';

const columns: readonly Column<ParkedEvent>[] = [
  {
    key: 'consumer',
    title: 'Consumer',
    cell: ({ consumer }) => <span className={styles.name}>{consumer}</span>,
  },
  {
    key: 'event',
    title: 'Event',
    cell: ({ eventType, position, streamId }) => (
      <div className={styles.stack}>
        <span>{eventType}</span>
        <span className={styles.muted}>
          at {position} in {streamId}
        </span>
      </div>
    ),
  },
  {
    key: 'why',
    title: 'Why',
    cell: ({ reason, message, attempts, untold }) => (
      <div className={styles.stack}>
        <span>{message}</span>
        <span className={styles.muted}>
          {reason}, {attempts === 1 ? '1 attempt' : `${attempts} attempts`}
        </span>
        {untold === null ? null : <span className={styles.muted}>{untold}</span>}
      </div>
    ),
  },
  { key: 'since', title: 'Since', cell: ({ parkedAt }) => <Moment at={parkedAt} /> },
];

type ReplayProps = {
  readonly event: ParkedEvent;
  readonly isPending: boolean;
  readonly onReplay: (event: ParkedEvent) => void;
};

const Replay = ({ event, isPending, onReplay }: ReplayProps) => {
  if (event.waitsBehind !== null)
    return <span className={styles.muted}>follows automatically after an earlier one</span>;
  if (event.replayRequestedAt !== null) return <Badge tone="accent">replay requested</Badge>;
  return (
    <Button
      aria-label={`Replay ${event.eventType} at ${event.position} for ${event.consumer}`}
      isPending={isPending}
      onPress={() => onReplay(event)}
    >
      Replay
    </Button>
  );
};

/** Events that consumers gave up on, and their replay. */
export const ParkedSection = () => {
  const api = useApi();
  const may = useMay();
  const notify = useNotify();
  const queries = useQueryClient();
  const [{ consumer }, setSearch] = useOperationsSearch();
  const query = useInfiniteQuery({
    queryKey: ['parked', consumer],
    queryFn: ({ signal, pageParam }) =>
      api.page('/api/admin/consumers/parked', { query: { consumer, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  const replay = useMutation({
    mutationFn: ({ consumer: of, eventId }: ParkedEvent) =>
      api.post('/api/commands/ReplayParkedEvent', { body: { consumer: of, eventId } }),
    onSuccess: () => notify('The event is being replayed.'),
    onSettled: () => queries.invalidateQueries({ queryKey: ['parked'] }),
  });
  const actions: Column<ParkedEvent> = {
    key: 'replay',
    title: 'Replay',
    cell: (event) => (
      <Replay
        event={event}
        isPending={replay.isPending && replay.variables.eventId === event.eventId}
        onReplay={replay.mutate}
      />
    ),
  };
  return (
    <Panel
      title="Parked events"
      text="A consumer parks an event after its last attempt and goes on with the others. Replay it once the cause is fixed."
      actions={
        <Field
          label="Consumer"
          value={consumer ?? ''}
          onChange={(text) => setSearch({ consumer: text === '' ? undefined : text.toLowerCase() })}
          placeholder="all"
          spellCheck="false"
        />
      }
    >
      {replay.error ? <ErrorNotice error={replay.error} /> : null}
      <QueryResult query={query} loading="Reading the parked events …">
        {({ pages }) => (
          <Table
            label="Parked events"
            columns={may('consumers:replay') ? [...columns, actions] : columns}
            rows={pages.flatMap(({ items }) => items)}
            keyOf={({ consumer: of, eventId }) => `${of} ${eventId}`}
            empty={<EmptyState title="No event is parked." />}
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
