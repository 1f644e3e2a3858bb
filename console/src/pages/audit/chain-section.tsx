import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { AuditEntry } from '../../../../client/api.generated.ts';
import { Badge } from '../../components/badge.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Moment } from '../../components/moment.tsx';
import { Notice } from '../../components/notice.tsx';
import { Panel } from '../../components/panel.tsx';
import { QueryResult } from '../../components/query-result.tsx';
import { useApi } from '../../session/use-session.ts';
import styles from './audit-page.module.css';
import { type CausedEntry, chainOf, inLine } from './chain-of.ts';
import { Action } from './entry-cells.tsx';

const route = getRouteApi('/shell/audit/chains/$correlationId');

const Entry = ({ entry, isMarked }: { readonly entry: AuditEntry; readonly isMarked: boolean }) => (
  <div className={styles.item} data-marked={isMarked}>
    <span className={styles.row}>
      <span className={styles.name}>{entry.actorId}</span>
      <span className={styles.muted}>
        <Moment at={entry.recordedAt} /> · event {entry.position}
      </span>
      {isMarked ? <Badge tone="accent">the event that you chose</Badge> : null}
    </span>
    <Action entry={entry} />
    <Link to="/audit/streams/$streamId" params={{ streamId: entry.streamId }}>
      {entry.streamId}
    </Link>
  </div>
);

type BranchesProps = { readonly entries: readonly CausedEntry[]; readonly marked: string | undefined };

const Branches = ({ entries, marked }: BranchesProps) =>
  entries.length === 0 ? null : (
    <ol>
      {entries.flatMap(inLine).map(({ entry, effects }) => (
        <li key={entry.eventId}>
          <Entry entry={entry} isMarked={entry.eventId === marked} />
          <Branches entries={effects} marked={marked} />
        </li>
      ))}
    </ol>
  );

/** The most events of a chain that are shown: a chain is one request and what followed from it. */
const MOST = 500;

/** An event with what caused it and what it caused: everything that one request set off. */
export const ChainSection = () => {
  const api = useApi();
  const { correlationId } = route.useParams();
  const { event } = route.useSearch();
  const query = useQuery({
    queryKey: ['chain', correlationId],
    queryFn: ({ signal }) =>
      api.page('/api/audit/entries', { query: { correlationId, order: 'asc', limit: MOST }, signal }),
  });
  return (
    <Panel
      title="Chain of causes"
      text="Everything that one request set off. The effects of an event are listed below it, indented if there are several."
    >
      <QueryResult query={query} loading="Reading the chain …">
        {({ items, nextCursor }) =>
          items.length === 0 ? (
            <EmptyState title="Nothing with this number is recorded." />
          ) : (
            <div className={styles.chain}>
              {nextCursor === undefined ? null : (
                <Notice tone="warning">Only the first {MOST} events are shown.</Notice>
              )}
              <Branches entries={chainOf(items)} marked={event} />
            </div>
          )
        }
      </QueryResult>
    </Panel>
  );
};
