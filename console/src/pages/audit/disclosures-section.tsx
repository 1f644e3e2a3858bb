import { useInfiniteQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Disclosure } from '../../../../client/api.generated.ts';
import { csvOf } from '../../../../client/csv-of.ts';
import { disclosureColumns } from '../../../../client/disclosure-columns.ts';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Field } from '../../components/field.tsx';
import { Moment } from '../../components/moment.tsx';
import { QueryResult } from '../../components/query-result.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { useApi } from '../../session/use-session.ts';
import { reasonHeader } from './access-reason.tsx';
import styles from './audit-page.module.css';
import { DayField } from './day-field.tsx';
import { readOnce } from './read-once.ts';
import { saveText } from './save-download.ts';
import { SearchPanel } from './search-panel.tsx';

const ways = {
  model: 'cloud model',
  source: 'source of literature',
  tool: 'tool',
  mail: 'e-mail',
  voice: 'voice session',
  export: 'export',
  fhir: 'FHIR',
  backup: 'backup',
} as const satisfies Readonly<Record<Disclosure['kind'], string>>;
type Way = Disclosure['kind'] | '';
const wayOptions: readonly { readonly value: Way; readonly label: string }[] = [
  { value: '', label: 'anywhere' },
  { value: 'model', label: 'cloud models' },
  { value: 'source', label: 'sources of literature' },
  { value: 'tool', label: 'tools' },
  { value: 'mail', label: 'e-mail' },
  { value: 'voice', label: 'voice sessions' },
  { value: 'export', label: 'exports' },
  { value: 'fhir', label: 'FHIR' },
  { value: 'backup', label: 'backups' },
];

/** What is asked for. Kept in memory only: the name of a person must not get into an address. */
type Wanted = {
  readonly subject: string;
  readonly kind: Disclosure['kind'] | undefined;
  readonly from: string | undefined;
  readonly to: string | undefined;
};

const everything: Wanted = { subject: '', kind: undefined, from: undefined, to: undefined };

const columns: readonly Column<Disclosure>[] = [
  { key: 'at', title: 'When', cell: ({ at }) => <Moment at={at} /> },
  {
    key: 'to',
    title: 'To whom',
    cell: ({ recipient, address }) => (
      <div className={styles.stack}>
        <span className={styles.name}>{recipient}</span>
        {address === null || address === recipient ? null : <span className={styles.muted}>{address}</span>}
      </div>
    ),
  },
  {
    key: 'what',
    title: 'What',
    cell: ({ content, fields, kind }) => (
      <div className={styles.stack}>
        <span>{content}</span>
        <span className={styles.row}>
          <Badge tone="neutral">{ways[kind]}</Badge>
          <span className={styles.muted}>{fields.join(', ')}</span>
        </span>
      </div>
    ),
  },
  { key: 'screened', title: 'Screened', cell: ({ screening }) => screening },
  {
    key: 'why',
    title: 'Why',
    cell: ({ purpose, exemption, by }) => (
      <div className={styles.stack}>
        <span className={styles.text}>{purpose}</span>
        <span className={styles.row}>
          {exemption === null ? (
            <Badge tone="warning">counts</Badge>
          ) : (
            <Badge tone="neutral">{`exempt: ${exemption}`}</Badge>
          )}
          <span className={styles.muted}>by {by}</span>
        </span>
      </div>
    ),
  },
];

type ListProps = { readonly wanted: Wanted; readonly reason: string };

const Disclosures = ({ wanted, reason }: ListProps) => {
  const api = useApi();
  const { subject, kind, from, to } = wanted;
  const query = useInfiniteQuery({
    queryKey: ['disclosures', wanted, reason],
    queryFn: ({ signal, pageParam: cursor }) =>
      api.post('/api/audit/disclosures', {
        body: { subject: subject === '' ? undefined : subject, kind, from, to, cursor },
        headers: reasonHeader(reason),
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    ...readOnce,
  });
  return (
    <QueryResult query={query} loading="Reading the log …">
      {({ pages }) => {
        const rows = pages.flatMap(({ disclosures }) => disclosures);
        return (
          <>
            <Table
              label="Disclosures"
              columns={columns}
              rows={rows}
              keyOf={({ eventId, recipient, kind: way }) => `${eventId} ${way} ${recipient}`}
              empty={<EmptyState title="No disclosure is recorded." />}
              more={
                query.hasNextPage
                  ? { load: () => void query.fetchNextPage(), isLoading: query.isFetchingNextPage }
                  : undefined
              }
            />
            <p className={styles.row}>
              <Button
                isDisabled={rows.length === 0}
                onPress={() => saveText('disclosures.csv', csvOf(disclosureColumns, rows))}
              >
                Save as CSV
              </Button>
              {query.hasNextPage ? (
                <span className={styles.muted}>Only what is shown: load the rest first.</span>
              ) : null}
            </p>
            <details>
              <summary>What this list leaves out</summary>
              <ul>
                {pages[0]?.notCounted.map((sentence) => (
                  <li key={sentence}>{sentence}</li>
                ))}
              </ul>
            </details>
          </>
        );
      }}
    </QueryResult>
  );
};

const Form = ({ onSubmit }: { readonly onSubmit: (wanted: Wanted) => void }) => {
  const [wanted, setWanted] = useState(everything);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onSubmit({ ...wanted, subject: wanted.subject.trim() });
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <Field
        label="Pseudonym"
        value={wanted.subject}
        onChange={(subject) => setWanted({ ...wanted, subject })}
        maxLength={300}
        autoComplete="off"
        spellCheck="false"
        placeholder="patient-4711"
      />
      <SelectField<Way>
        label="Sent to"
        value={wanted.kind ?? ''}
        options={wayOptions}
        onChange={(way) => setWanted({ ...wanted, kind: way === '' ? undefined : way })}
      />
      <DayField label="From" value={wanted.from} onChange={(from) => setWanted({ ...wanted, from })} />
      <DayField label="To" value={wanted.to} onChange={(to) => setWanted({ ...wanted, to })} />
      <Button type="submit" variant="contained">
        Show
      </Button>
    </form>
  );
};

/** What left the system, to whom and why; about one person, the accounting of disclosures. */
export const DisclosuresSection = () => (
  <SearchPanel<Wanted>
    title="Disclosures"
    text="What left the system: when, to whom, which fields, how it was screened and why. For one person, this is the accounting of disclosures of the last six years (45 CFR 164.528). Leave the pseudonym empty for all."
    form={(onSubmit) => <Form onSubmit={onSubmit} />}
    before={{ title: 'Of whom?', text: 'Enter the pseudonym of a person, or leave it empty for all.' }}
  >
    {(wanted, reason) => <Disclosures wanted={wanted} reason={reason} />}
  </SearchPanel>
);
