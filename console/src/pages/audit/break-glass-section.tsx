import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { BreakGlassGrant } from '../../../../client/api.generated.ts';
import { choices } from '../../../../client/choices.generated.ts';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Moment } from '../../components/moment.tsx';
import { Panel } from '../../components/panel.tsx';
import { QueryResult } from '../../components/query-result.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { useNotify } from '../../components/toasts.tsx';
import { useApi, useMay, useSession } from '../../session/use-session.ts';
import styles from './audit-page.module.css';
import { FilterSelect } from './filter-select.tsx';
import { JudgeDialog } from './judge-dialog.tsx';

const { state: states } = choices.listBreakGlass;
const route = getRouteApi('/shell/audit/break-glass');

const tones = {
  awaiting_approval: 'accent',
  open: 'danger',
  awaiting_review: 'warning',
  reviewed: 'success',
} as const;

const columns: readonly Column<BreakGlassGrant>[] = [
  {
    key: 'who',
    title: 'Who',
    cell: ({ holder, holderRole }) => (
      <div className={styles.stack}>
        <span className={styles.name}>{holder}</span>
        <span className={styles.muted}>{holderRole}</span>
      </div>
    ),
  },
  { key: 'why', title: 'Why', cell: ({ reason }) => <span className={styles.text}>{reason ?? ''}</span> },
  {
    key: 'what',
    title: 'Opens',
    cell: ({ conversationId, queryId, aboutSubject }) => (
      <div className={styles.stack}>
        {aboutSubject === null ? null : <span>everything about {aboutSubject}</span>}
        {conversationId === null ? null : <span>conversation {conversationId.slice(0, 8)}</span>}
        {queryId === null ? null : <span>question {queryId.slice(0, 8)}</span>}
      </div>
    ),
  },
  {
    key: 'when',
    title: 'From – to',
    cell: ({ openedAt, expiresAt }) => (
      <div className={styles.stack}>
        <Moment at={openedAt} />
        <Moment at={expiresAt} />
      </div>
    ),
  },
  {
    key: 'state',
    title: 'State',
    cell: ({ state, outcome, reviewedBy, note, approvedBy }) => (
      <div className={styles.stack}>
        <span>
          <Badge tone={tones[state]}>{state.replaceAll('_', ' ')}</Badge>
        </span>
        {approvedBy === null ? null : <span className={styles.muted}>approved by {approvedBy}</span>}
        {outcome === null ? null : (
          <span className={styles.muted}>
            {outcome}, {reviewedBy}
          </span>
        )}
        {note === null ? null : <span className={styles.text}>{note}</span>}
      </div>
    ),
  },
];

type Judged = { readonly grant: BreakGlassGrant; readonly kind: 'review' | 'approve' };

const Actions = ({
  grant,
  onJudge,
}: {
  readonly grant: BreakGlassGrant;
  readonly onJudge: (judged: Judged) => void;
}) => {
  const may = useMay();
  const { id } = useSession();
  if (grant.holder === id) return <span className={styles.muted}>your own</span>;
  if (grant.state === 'awaiting_approval' && may('access:approve'))
    return <Button onPress={() => onJudge({ grant, kind: 'approve' })}>Approve …</Button>;
  if (grant.state === 'awaiting_review' || grant.state === 'open')
    return <Button onPress={() => onJudge({ grant, kind: 'review' })}>Review …</Button>;
  return null;
};

/** Emergency access to other people's records, and its reviews. */
export const BreakGlassSection = () => {
  const api = useApi();
  const notify = useNotify();
  const queries = useQueryClient();
  const { state } = route.useSearch();
  const navigate = route.useNavigate();
  const [judged, setJudged] = useState<Judged>();
  const query = useInfiniteQuery({
    queryKey: ['break-glass', state],
    queryFn: ({ signal, pageParam: cursor }) =>
      api.page('/api/audit/break-glass', { query: { state, cursor }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchOnWindowFocus: false,
  });
  return (
    <Panel
      title="Break-glass"
      text="Emergency access to records of others: who opened what, why, and whether it was justified. Your access is recorded."
      actions={
        <FilterSelect
          label="State"
          values={states}
          value={state}
          onChange={(next) =>
            void navigate({ to: '/audit/break-glass', search: { state: next }, replace: true })
          }
        />
      }
    >
      <QueryResult query={query} loading="Reading the grants …">
        {({ pages }) => (
          <Table
            label="Break-glass grants"
            columns={[
              ...columns,
              {
                key: 'act',
                title: 'Judge',
                cell: (grant) => <Actions grant={grant} onJudge={setJudged} />,
              },
            ]}
            rows={pages.flatMap(({ items }) => items)}
            keyOf={({ grantId }) => grantId}
            empty={<EmptyState title="No emergency access was used." />}
            more={
              query.hasNextPage
                ? { load: () => void query.fetchNextPage(), isLoading: query.isFetchingNextPage }
                : undefined
            }
          />
        )}
      </QueryResult>
      {judged === undefined ? null : (
        <JudgeDialog
          grant={judged.grant}
          kind={judged.kind}
          onClose={() => setJudged(undefined)}
          onDone={(text) => {
            notify(text);
            void queries.invalidateQueries({ queryKey: ['break-glass'] });
          }}
        />
      )}
    </Panel>
  );
};
