import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Projection } from '../../../../client/api.generated.ts';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { countText, durationText } from '../../components/number-text.ts';
import { Panel } from '../../components/panel.tsx';
import { QueryResult } from '../../components/query-result.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { useApi, useMay } from '../../session/use-session.ts';
import { IndexHealth } from './index-health.tsx';
import styles from './operations-page.module.css';
import { RebuildProgress } from './rebuild-progress.tsx';
import { ResetDialog } from './reset-dialog.tsx';
import { useRates } from './use-rates.ts';

const POLL_MS = 3000;

const tones = {
  running: 'success',
  waiting: 'neutral',
  blocked: 'warning',
  failing: 'danger',
  stopped: 'danger',
} as const;

const States = ({ projection: { state, alive, error, parked } }: { readonly projection: Projection }) => (
  <div className={styles.stack}>
    <span className={styles.row}>
      <Badge tone={tones[state]}>{state === 'waiting' ? 'on another node' : state}</Badge>
      {alive ? null : <Badge tone="danger">no owner</Badge>}
      {parked > 0 ? <Badge tone="warning">{countText(parked)} parked</Badge> : null}
    </span>
    {error === undefined ? null : <span>{error}</span>}
  </div>
);

const Owners = ({ projection: { owners, ownerSeconds, shares } }: { readonly projection: Projection }) => (
  <div className={styles.stack}>
    {owners.length === 0 ? <span>none</span> : null}
    {owners.map(({ node, shares: own }) => (
      <span key={node} title={node}>
        <code>{node.slice(0, 8)}</code>
        {shares > 1 ? ` ${own} of ${shares}` : ''}
      </span>
    ))}
    {ownerSeconds === undefined ? null : (
      <span className={styles.muted}>for {durationText(ownerSeconds * 1000)}</span>
    )}
  </div>
);

const rateText = (rate: number | undefined): string =>
  rate === undefined ? '…' : `${rate >= 10 ? countText(Math.round(rate)) : rate.toFixed(1)}/s`;

const columnsOf = (
  rateOf: (name: string) => number | undefined,
  onReset: ((projection: Projection) => void) | undefined,
): readonly Column<Projection>[] => [
  {
    key: 'name',
    title: 'Name',
    cell: ({ name, kind, generation }) => (
      <div className={styles.stack}>
        <span className={styles.name}>{name}</span>
        {kind === 'projection' ? <span className={styles.muted}>generation {generation}</span> : null}
      </div>
    ),
  },
  { key: 'state', title: 'State', cell: (projection) => <States projection={projection} /> },
  { key: 'behind', title: 'Events behind', isNumber: true, cell: (one) => countText(one.eventsBehind) },
  {
    key: 'seconds',
    title: 'Time behind',
    isNumber: true,
    cell: ({ secondsBehind }) => (secondsBehind > 0 ? durationText(secondsBehind * 1000) : '0 s'),
  },
  { key: 'rate', title: 'Rate', isNumber: true, cell: ({ name }) => rateText(rateOf(name)) },
  { key: 'owner', title: 'Node', cell: (projection) => <Owners projection={projection} /> },
  {
    key: 'rebuild',
    title: 'Rebuild',
    cell: (projection) => (
      <div className={styles.stack}>
        {projection.rebuild === undefined ? null : <RebuildProgress projection={projection} />}
        {projection.kind === 'projection' && onReset && projection.rebuild === undefined ? (
          <Button
            variant="plain"
            aria-label={`Rebuild ${projection.name} …`}
            onPress={() => onReset(projection)}
          >
            Rebuild …
          </Button>
        ) : null}
      </div>
    ),
  },
];

/** The read models, the index and the background work: how far behind they are, and how a rebuild goes on. */
export const ProjectionsSection = () => {
  const api = useApi();
  const may = useMay();
  const queries = useQueryClient();
  const [resetting, setResetting] = useState<Projection>();
  const query = useQuery({
    queryKey: ['projections'],
    queryFn: ({ signal }) => api.get('/api/admin/projections', { signal }),
    refetchInterval: POLL_MS,
  });
  const rateOf = useRates(query.data, query.dataUpdatedAt);
  const onReset = may('projections:reset') ? setResetting : undefined;
  return (
    <QueryResult query={query} loading="Reading the projections …">
      {(all) => (
        <>
          <Panel
            title="Read models and index"
            text={`The log ends at event ${countText(all[0]?.head ?? 0)}. A rebuild is made beside the live generation, which serves until the new one has caught up.`}
          >
            <Table
              label="Read models and index"
              columns={columnsOf(rateOf, onReset)}
              rows={all.filter(({ kind }) => kind === 'projection')}
              keyOf={({ name }) => name}
              empty={<EmptyState title="There are no read models." />}
            />
          </Panel>
          {all.map(({ name, index, vectors }) =>
            index === undefined ? null : <IndexHealth key={name} index={index} vectors={vectors} />,
          )}
          <Panel title="Consumers" text="Background work that follows the log.">
            <Table
              label="Consumers"
              columns={columnsOf(rateOf, undefined).filter(({ key }) => key !== 'rebuild')}
              rows={all.filter(({ kind }) => kind === 'consumer')}
              keyOf={({ name }) => name}
              empty={<EmptyState title="There are no consumers." />}
            />
          </Panel>
          {resetting === undefined ? null : (
            <ResetDialog
              projection={resetting}
              onClose={() => setResetting(undefined)}
              onDone={() => void queries.invalidateQueries({ queryKey: ['projections'] })}
            />
          )}
        </>
      )}
    </QueryResult>
  );
};
