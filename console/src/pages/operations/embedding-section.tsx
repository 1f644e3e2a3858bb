import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Embedding } from '../../../../client/api.generated.ts';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Notice } from '../../components/notice.tsx';
import { countText } from '../../components/number-text.ts';
import { Panel } from '../../components/panel.tsx';
import { Progress } from '../../components/progress.tsx';
import { QueryResult } from '../../components/query-result.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { useNotify } from '../../components/toasts.tsx';
import { useApi, useMay } from '../../session/use-session.ts';
import styles from './operations-page.module.css';

type Model = Embedding['available'][number];
type Wanted =
  | { readonly kind: 'change'; readonly model: string }
  | { readonly kind: 'revert'; readonly model: string };

const POLL_MS = 3000;

const Change = ({ change }: { readonly change: NonNullable<Embedding['change']> }) => {
  const { model, previous, progress } = change;
  const { done, total, withheld } = progress;
  return (
    <div className={styles.item}>
      <Progress
        label={`Changing from ${previous.name} to ${model.name}`}
        value={total === 0 ? 0 : Math.round((100 * done) / total)}
      />
      <p className={styles.muted}>
        {countText(done)} of {countText(total)} documents have vectors of the new model
        {withheld === 0 ? '' : `; ${countText(withheld)} must not be sent to it`}. Searches use{' '}
        {previous.name} until the new index is complete.
      </p>
    </div>
  );
};

const modelColumns = (
  embedding: Embedding,
  choose: ((wanted: Wanted) => void) | undefined,
): readonly Column<Model>[] => [
  {
    key: 'name',
    title: 'Model',
    cell: ({ name }) => (
      <span className={styles.row}>
        <span className={styles.name}>{name}</span>
        {name === embedding.inUse?.name ? <Badge tone="success">in use</Badge> : null}
        {name === embedding.former?.name ? <Badge>before the last change</Badge> : null}
      </span>
    ),
  },
  { key: 'dimensions', title: 'Dimensions', isNumber: true, cell: ({ dimensions }) => countText(dimensions) },
  {
    key: 'use',
    title: 'Use',
    cell: ({ name }) => {
      if (choose === undefined || embedding.change !== null || name === embedding.inUse?.name) return null;
      return name === embedding.former?.name ? (
        <Button onPress={() => choose({ kind: 'revert', model: name })}>Return to it …</Button>
      ) : (
        <Button onPress={() => choose({ kind: 'change', model: name })}>Change to it …</Button>
      );
    },
  },
];

type ChangeDialogProps = { readonly wanted: Wanted; readonly onClose: () => void };

const ChangeDialog = ({ wanted, onClose }: ChangeDialogProps) => {
  const api = useApi();
  const notify = useNotify();
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: async () => {
      if (wanted.kind === 'revert') await api.post('/api/commands/RevertEmbeddingModel', { body: {} });
      else await api.post('/api/commands/ChangeEmbeddingModel', { body: { model: wanted.model } });
    },
    onSuccess: () => {
      notify(`The index of ${wanted.model} is being built.`);
      onClose();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['embedding'] }),
  });
  return (
    <Dialog
      title={wanted.kind === 'revert' ? 'Return to the previous model?' : 'Change the embedding model?'}
      isOpen
      onClose={onClose}
      role="alertdialog"
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button variant="contained" isPending={change.isPending} onPress={() => change.mutate()}>
            {wanted.kind === 'revert' ? 'Return' : 'Change'}
          </Button>
        </>
      }
    >
      <p>
        Every document gets vectors of {wanted.model}, in an index beside the live one. Searches use the live
        one until the new one is complete. This can take hours and, with a model in the cloud, costs money.
      </p>
      {change.error ? <ErrorNotice error={change.error} /> : null}
    </Dialog>
  );
};

/** The embedding model of the search index, and its change. */
export const EmbeddingSection = () => {
  const api = useApi();
  const may = useMay();
  const [wanted, setWanted] = useState<Wanted>();
  const query = useQuery({
    queryKey: ['embedding'],
    queryFn: ({ signal }) => api.get('/api/admin/embedding', { signal }),
    refetchInterval: POLL_MS,
  });
  return (
    <Panel
      title="Embedding"
      text="The model that turns passages into vectors, by which the search finds meanings."
    >
      <QueryResult query={query} loading="Reading the models …">
        {(embedding) => (
          <>
            {embedding.failure === null ? null : (
              <Notice tone="danger" title={`The change to ${embedding.failure.model} failed`}>
                {embedding.failure.message}
              </Notice>
            )}
            {embedding.change === null ? null : <Change change={embedding.change} />}
            <Table
              label="Embedding models"
              columns={modelColumns(embedding, may('embedding:change') ? setWanted : undefined)}
              rows={embedding.available}
              keyOf={({ name }) => name}
              empty={
                <EmptyState title="No embedding model is configured.">
                  <p>Search uses words only.</p>
                </EmptyState>
              }
            />
          </>
        )}
      </QueryResult>
      {wanted === undefined ? null : <ChangeDialog wanted={wanted} onClose={() => setWanted(undefined)} />}
    </Panel>
  );
};
