import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Projection } from '../../../../client/api.generated.ts';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { countText } from '../../components/number-text.ts';
import { Progress } from '../../components/progress.tsx';
import { ReasonDialog } from '../../components/reason-dialog.tsx';
import { useNotify } from '../../components/toasts.tsx';
import { useApi, useMay } from '../../session/use-session.ts';
import styles from './operations-page.module.css';
import { ResetDialog } from './reset-dialog.tsx';

type Decision = 'AcceptRebuild' | 'DiscardRebuild';
type Open = Decision | 'again';

const words = {
  AcceptRebuild: {
    title: 'Put the rebuild into service?',
    action: 'Put into service',
    done: 'is put into service',
  },
  DiscardRebuild: { title: 'Discard the rebuild?', action: 'Discard', done: 'is discarded' },
} as const;

/** How far a rebuild is beside the live generation, and what a person decides about one that waits or failed. */
export const RebuildProgress = ({ projection }: { readonly projection: Projection }) => {
  const api = useApi();
  const notify = useNotify();
  const may = useMay();
  const queries = useQueryClient();
  const [open, setOpen] = useState<Open>();
  const { name, generation, rebuild } = projection;
  if (rebuild === undefined) return null;
  const refresh = (): void => void queries.invalidateQueries({ queryKey: ['projections'] });
  const close = (): void => setOpen(undefined);
  const decide = async (decision: Decision, reason: string): Promise<void> => {
    await api.post(`/api/commands/${decision}`, {
      body: { projection: name, generation: rebuild.generation, reason },
    });
    notify(`Generation ${rebuild.generation} of ${name} ${words[decision].done}.`);
    refresh();
  };
  const lost = projection.examination?.lost ?? 0;
  return (
    <div className={styles.stack}>
      <Progress label={`Generation ${rebuild.generation}`} value={Math.round(rebuild.progress * 100)} />
      <span className={styles.muted}>
        event {countText(rebuild.position)} of {countText(rebuild.target)}; generation {generation} serves
      </span>
      {rebuild.reembedding === undefined ? null : (
        <span className={styles.muted}>
          {countText(rebuild.reembedding.done)} of {countText(rebuild.reembedding.total)} documents have
          vectors of {rebuild.reembedding.model}
        </span>
      )}
      {rebuild.error === undefined ? null : (
        <>
          <Badge tone="danger">failing</Badge>
          <span>{rebuild.error}</span>
        </>
      )}
      {rebuild.waits ? (
        <>
          <Badge tone="warning">waits for a decision</Badge>
          <span>It misses documents for {countText(lost)} known questions.</span>
        </>
      ) : null}
      {may('projections:reset') ? (
        <span className={styles.row}>
          {rebuild.waits ? (
            <>
              <Button onPress={() => setOpen('AcceptRebuild')}>Put into service …</Button>
              <Button onPress={() => setOpen('DiscardRebuild')}>Discard …</Button>
            </>
          ) : null}
          {rebuild.error === undefined ? null : (
            <Button onPress={() => setOpen('again')}>Give up and rebuild …</Button>
          )}
        </span>
      ) : null}
      {open === 'again' ? <ResetDialog projection={projection} onClose={close} onDone={refresh} /> : null}
      {open === undefined || open === 'again' ? null : (
        <ReasonDialog
          title={words[open].title}
          action={words[open].action}
          onClose={close}
          onConfirm={(reason) => decide(open, reason)}
        >
          <p>
            Generation {rebuild.generation} of {name} no longer finds documents that generation {generation}{' '}
            finds.{' '}
            {open === 'AcceptRebuild'
              ? 'It goes into service nevertheless.'
              : 'The live one stays in service.'}
          </p>
        </ReasonDialog>
      )}
    </div>
  );
};
