import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Subject } from '../../../../client/api.generated.ts';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Field } from '../../components/field.tsx';
import { Moment } from '../../components/moment.tsx';
import { Panel } from '../../components/panel.tsx';
import { QueryResult } from '../../components/query-result.tsx';
import { ReasonDialog } from '../../components/reason-dialog.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { useNotify } from '../../components/toasts.tsx';
import { useApi, useMay } from '../../session/use-session.ts';
import styles from './audit-page.module.css';
import { CertificateDialog } from './certificate-dialog.tsx';
import { DayField } from './day-field.tsx';
import { ErasurePlan } from './erasure-plan.tsx';
import { readOnce } from './read-once.ts';

type Hold = Subject['holds'][number];

const stateWords = {
  kept: { label: 'kept', tone: 'neutral' },
  held: { label: 'held: cannot be erased', tone: 'warning' },
  erasure_requested: { label: 'erasure requested', tone: 'warning' },
  erasure_confirmed: { label: 'erasure confirmed', tone: 'accent' },
  erased: { label: 'erased', tone: 'success' },
} as const satisfies Readonly<Record<Subject['state'], object>>;

const columns: readonly Column<Hold>[] = [
  { key: 'why', title: 'Why', cell: ({ reason }) => <span className={styles.text}>{reason}</span> },
  {
    key: 'placed',
    title: 'Placed',
    cell: ({ placedBy, placedAt }) => (
      <div className={styles.stack}>
        <span>{placedBy}</span>
        <span className={styles.muted}>
          <Moment at={placedAt} />
        </span>
      </div>
    ),
  },
  {
    key: 'until',
    title: 'Until',
    cell: ({ until }) => (until === null ? 'it is released' : <Moment at={until} />),
  },
];

type Open =
  | { readonly kind: 'place' }
  | { readonly kind: 'release'; readonly hold: Hold }
  | { readonly kind: 'certificate'; readonly erasureId: string };
type DialogProps = {
  readonly subject: string;
  readonly onClose: () => void;
  readonly onDone: () => Promise<void>;
};

const PlaceHoldDialog = ({ subject, onClose, onDone }: DialogProps) => {
  const api = useApi();
  const [until, setUntil] = useState<string>();
  return (
    <ReasonDialog
      title="Place a hold"
      action="Place the hold"
      onClose={onClose}
      limits={{ min: 1, max: 1000 }}
      onConfirm={async (reason) => {
        await api.post('/api/commands/PlaceHold', { body: { subject, reason, until } });
        await onDone();
      }}
    >
      <p>While a hold is in force, nothing about {subject} can be erased.</p>
      <DayField label="Last day (until it is released, if empty)" value={until} onChange={setUntil} />
    </ReasonDialog>
  );
};

const ReleaseHoldDialog = ({ subject, hold, onClose, onDone }: DialogProps & { readonly hold: Hold }) => {
  const api = useApi();
  return (
    <ReasonDialog
      title="Release the hold"
      action="Release"
      isDangerous
      onClose={onClose}
      limits={{ min: 1, max: 1000 }}
      onConfirm={async (reason) => {
        await api.post('/api/commands/ReleaseHold', { body: { subject, holdId: hold.holdId, reason } });
        await onDone();
      }}
    >
      <p>It was placed because: {hold.reason}</p>
    </ReasonDialog>
  );
};

const SubjectView = ({ subject }: { readonly subject: string }) => {
  const api = useApi();
  const may = useMay();
  const notify = useNotify();
  const queries = useQueryClient();
  const [open, setOpen] = useState<Open>();
  const close = (): void => setOpen(undefined);
  const query = useQuery({
    queryKey: ['subject', subject],
    queryFn: ({ signal }) => api.post('/api/subjects', { body: { subject }, signal }),
    ...readOnce,
  });
  const done = async (message: string): Promise<void> => {
    await queries.invalidateQueries({ queryKey: ['subject', subject] });
    notify(message);
  };
  return (
    <QueryResult query={query} loading="Reading the log …">
      {({ state, holds, erasures }) => (
        <>
          <p className={styles.row}>
            <strong className={styles.name}>{subject}</strong>
            <Badge tone={stateWords[state].tone}>{stateWords[state].label}</Badge>
            {may('subjects:hold') && state !== 'erased' ? (
              <Button onPress={() => setOpen({ kind: 'place' })}>Place a hold …</Button>
            ) : null}
            {erasures
              .filter((erasure) => erasure.state === 'erased')
              .map(({ erasureId }) => (
                <Button key={erasureId} onPress={() => setOpen({ kind: 'certificate', erasureId })}>
                  Certificate …
                </Button>
              ))}
          </p>
          <Table
            label="Holds"
            columns={[
              ...columns,
              {
                key: 'act',
                title: 'Next',
                cell: (hold) =>
                  hold.releasedAt !== null ? (
                    <span className={styles.muted}>
                      released <Moment at={hold.releasedAt} />
                    </span>
                  ) : may('subjects:hold') ? (
                    <Button onPress={() => setOpen({ kind: 'release', hold })}>Release …</Button>
                  ) : null,
              },
            ]}
            rows={holds}
            keyOf={({ holdId }) => holdId}
            empty={<EmptyState title="No hold was placed." />}
          />
          <ErasurePlan key={state} subject={subject} />
          {open?.kind === 'place' ? (
            <PlaceHoldDialog subject={subject} onClose={close} onDone={() => done('The hold is placed.')} />
          ) : null}
          {open?.kind === 'certificate' ? (
            <CertificateDialog erasureId={open.erasureId} onClose={close} />
          ) : null}
          {open?.kind === 'release' ? (
            <ReleaseHoldDialog
              subject={subject}
              hold={open.hold}
              onClose={close}
              onDone={() => done('The hold is released.')}
            />
          ) : null}
        </>
      )}
    </QueryResult>
  );
};

/** One person or document: the holds that keep it from being erased, and what an erasure would reach. */
export const SubjectSection = () => {
  const [typed, setTyped] = useState('');
  // Kept in memory only: whom an officer looks at must not get into an address.
  const [subject, setSubject] = useState<string>();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (typed.trim() !== '') setSubject(typed.trim());
  };
  return (
    <Panel
      title="One person or document"
      text="The legal holds that keep it from being erased, and what an erasure would reach."
    >
      <form className={styles.lookup} onSubmit={submit}>
        <Field
          label="Pseudonym of the person, or document:<key>"
          description="Exactly as it was given with questions and documents. It never appears in an address."
          value={typed}
          onChange={setTyped}
          maxLength={300}
          autoComplete="off"
          spellCheck="false"
        />
        <Button type="submit" variant="contained">
          Show
        </Button>
      </form>
      {subject === undefined ? null : <SubjectView key={subject} subject={subject} />}
    </Panel>
  );
};
