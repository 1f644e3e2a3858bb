import { useQuery } from '@tanstack/react-query';
import type { Nodes } from '../../../../client/api.generated.ts';
import { Badge } from '../../components/badge.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Moment } from '../../components/moment.tsx';
import { Notice } from '../../components/notice.tsx';
import { countText, durationText } from '../../components/number-text.ts';
import { Panel } from '../../components/panel.tsx';
import { QueryResult } from '../../components/query-result.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { useApi } from '../../session/use-session.ts';
import styles from './operations-page.module.css';

type Node = Nodes['nodes'][number];

const POLL_MS = 5000;

const columns: readonly Column<Node>[] = [
  {
    key: 'node',
    title: 'Node',
    cell: ({ id, host, self }) => (
      <div className={styles.stack}>
        <span className={styles.row}>
          <code title={id}>{id.slice(0, 8)}</code>
          {self ? <Badge tone="accent">this server</Badge> : null}
        </span>
        <span className={styles.muted}>{host}</span>
      </div>
    ),
  },
  {
    key: 'state',
    title: 'State',
    cell: ({ alive, lastSeen }) => (
      <div className={styles.stack}>
        <span>
          <Badge tone={alive ? 'success' : 'danger'}>{alive ? 'alive' : 'lost'}</Badge>
        </span>
        <span className={styles.muted}>seen {durationText(lastSeen * 1000)} ago</span>
      </div>
    ),
  },
  { key: 'role', title: 'Role', cell: ({ role }) => role },
  { key: 'version', title: 'Version', cell: ({ version }) => version },
  { key: 'since', title: 'Since', cell: ({ since }) => <Moment at={since} /> },
  {
    key: 'work',
    title: 'Work',
    cell: ({ work, shares }) =>
      shares === 0 ? (
        'none'
      ) : (
        <details>
          <summary>{countText(shares)} partitions</summary>
          {work.map(({ name, shares: own }) => (own === 1 ? name : `${name} (${own})`)).join(', ')}
        </details>
      ),
  },
];

/** The processes that share the database. */
export const NodesSection = () => {
  const api = useApi();
  const query = useQuery({
    queryKey: ['nodes'],
    queryFn: ({ signal }) => api.get('/api/admin/nodes', { signal }),
    refetchInterval: POLL_MS,
  });
  return (
    <Panel title="Nodes" text="The processes that share the database, and their work.">
      <QueryResult query={query} loading="Reading the nodes …">
        {({ nodes, missing }) => (
          <>
            {missing.length === 0 ? null : (
              <Notice tone="danger" title="Work without a live node">
                {missing.join(', ')}
              </Notice>
            )}
            <Table
              label="Nodes"
              columns={columns}
              rows={nodes}
              keyOf={({ id }) => id}
              empty={<EmptyState title="No node has registered yet." />}
            />
          </>
        )}
      </QueryResult>
    </Panel>
  );
};
