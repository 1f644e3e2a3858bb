import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { Erasure } from '../../../../client/api.generated.ts';
import { choices } from '../../../../client/choices.generated.ts';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Moment } from '../../components/moment.tsx';
import { Panel } from '../../components/panel.tsx';
import { QueryResult } from '../../components/query-result.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { useApi, useMay, useSession } from '../../session/use-session.ts';
import styles from './audit-page.module.css';
import { CertificateDialog } from './certificate-dialog.tsx';
import { DecideErasureDialog } from './decide-erasure-dialog.tsx';
import { FilterSelect } from './filter-select.tsx';
import { RequestErasureDialog } from './request-erasure-dialog.tsx';

const { state: states } = choices.listErasures;
const route = getRouteApi('/shell/audit/erasures');

const tones = {
  requested: 'warning',
  confirmed: 'accent',
  declined: 'neutral',
  expired: 'neutral',
  erased: 'success',
} as const;

const columns: readonly Column<Erasure>[] = [
  {
    key: 'whom',
    title: 'Whom or what',
    cell: ({ subject }) => <span className={styles.name}>{subject}</span>,
  },
  { key: 'basis', title: 'Basis', cell: ({ basis }) => basis.replaceAll('_', ' ') },
  {
    key: 'first',
    title: 'Requested',
    cell: ({ requestedBy, requestedAt }) => (
      <div className={styles.stack}>
        <span>{requestedBy}</span>
        <span className={styles.muted}>
          <Moment at={requestedAt} />
        </span>
      </div>
    ),
  },
  {
    key: 'second',
    title: 'Confirmed',
    cell: ({ confirmedBy, confirmedAt }) =>
      confirmedBy === null ? null : (
        <div className={styles.stack}>
          <span>{confirmedBy}</span>
          <span className={styles.muted}>{confirmedAt === null ? null : <Moment at={confirmedAt} />}</span>
        </div>
      ),
  },
  { key: 'state', title: 'State', cell: ({ state }) => <Badge tone={tones[state]}>{state}</Badge> },
];

type Open =
  | { readonly kind: 'request' }
  | { readonly kind: 'confirm' | 'decline' | 'certificate'; readonly erasure: Erasure };

const Actions = ({
  erasure,
  onOpen,
}: {
  readonly erasure: Erasure;
  readonly onOpen: (open: Open) => void;
}) => {
  const may = useMay();
  const { id } = useSession();
  if (erasure.state === 'erased')
    return (
      <Button variant="plain" onPress={() => onOpen({ kind: 'certificate', erasure })}>
        Certificate …
      </Button>
    );
  if (erasure.state !== 'requested' || !may('subjects:confirm')) return null;
  return (
    <span className={styles.row}>
      {erasure.requestedBy === id ? (
        <span className={styles.muted}>another person must confirm</span>
      ) : (
        <Button variant="danger" onPress={() => onOpen({ kind: 'confirm', erasure })}>
          Confirm …
        </Button>
      )}
      <Button onPress={() => onOpen({ kind: 'decline', erasure })}>Decline …</Button>
    </span>
  );
};

/** Erasure of a person or a document: one requests it, another confirms it. */
export const ErasuresSection = () => {
  const api = useApi();
  const may = useMay();
  const { state } = route.useSearch();
  const navigate = route.useNavigate();
  const [open, setOpen] = useState<Open>();
  const close = (): void => setOpen(undefined);
  const query = useInfiniteQuery({
    queryKey: ['erasures', state],
    queryFn: ({ signal, pageParam: cursor }) =>
      api.page('/api/erasures', { query: { state, cursor }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  return (
    <Panel
      title="Erasure"
      text="Destroys the keys of a person or a document, so that nothing can read what is stored about them. One person requests it, another confirms it."
      actions={
        <>
          <FilterSelect
            label="State"
            values={states}
            value={state}
            onChange={(next) =>
              void navigate({ to: '/audit/erasures', search: { state: next }, replace: true })
            }
          />
          {may('subjects:erase') ? (
            <Button variant="danger" onPress={() => setOpen({ kind: 'request' })}>
              Request an erasure …
            </Button>
          ) : null}
        </>
      }
    >
      <QueryResult query={query} loading="Reading the requests …">
        {({ pages }) => (
          <Table
            label="Erasures"
            columns={[
              ...columns,
              {
                key: 'act',
                title: 'Next',
                cell: (erasure) => <Actions erasure={erasure} onOpen={setOpen} />,
              },
            ]}
            rows={pages.flatMap(({ items }) => items)}
            keyOf={({ erasureId }) => erasureId}
            empty={<EmptyState title="No erasure was requested." />}
            more={
              query.hasNextPage
                ? { load: () => void query.fetchNextPage(), isLoading: query.isFetchingNextPage }
                : undefined
            }
          />
        )}
      </QueryResult>
      {open?.kind === 'request' ? <RequestErasureDialog onClose={close} /> : null}
      {open?.kind === 'certificate' ? (
        <CertificateDialog erasureId={open.erasure.erasureId} onClose={close} />
      ) : null}
      {open?.kind === 'confirm' || open?.kind === 'decline' ? (
        <DecideErasureDialog erasure={open.erasure} decision={open.kind} onClose={close} />
      ) : null}
    </Panel>
  );
};
