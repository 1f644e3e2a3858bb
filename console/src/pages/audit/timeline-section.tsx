import { useInfiniteQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Timeline } from '../../../../client/api.generated.ts';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Field } from '../../components/field.tsx';
import { QueryResult } from '../../components/query-result.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { useApi } from '../../session/use-session.ts';
import { reasonHeader } from './access-reason.tsx';
import styles from './audit-page.module.css';
import { DayField } from './day-field.tsx';
import { EntryLinks, entryColumns } from './entry-cells.tsx';
import { JsonText } from './json-text.tsx';
import { readOnce } from './read-once.ts';
import { SearchPanel } from './search-panel.tsx';

type Entry = Timeline['entries'][number];
type Kind = 'subject' | 'actor';

/** What is asked for. Kept in memory only: the name of a person must not get into an address. */
type Wanted = {
  readonly kind: Kind;
  readonly name: string;
  readonly readings: boolean;
  readonly from: string | undefined;
  readonly to: string | undefined;
};

const nothing: Wanted = { kind: 'subject', name: '', readings: true, from: undefined, to: undefined };

const What = ({ entry }: { readonly entry: Entry }) => (
  <div className={styles.stack}>
    {entry.about.length === 0 ? null : <span className={styles.muted}>{entry.about.join(', ')}</span>}
    {entry.details === null ? null : (
      <details>
        <summary>Exactly</summary>
        <JsonText value={entry.details} />
      </details>
    )}
    <EntryLinks entry={entry} />
  </div>
);

const Why = ({ entry: { reason, basis, grantId } }: { readonly entry: Entry }) => (
  <div className={styles.stack}>
    {reason === null ? null : <span className={styles.text}>{reason}</span>}
    {basis === null ? null : (
      <span className={styles.row}>
        <Badge tone={basis === 'own' ? 'neutral' : 'warning'}>{basis}</Badge>
        {grantId === null ? null : <span className={styles.muted}>grant {grantId.slice(0, 8)}</span>}
      </span>
    )}
    {reason === null && basis === null ? <span className={styles.muted}>by their role</span> : null}
  </div>
);

const columns: readonly Column<Entry>[] = [
  ...entryColumns,
  { key: 'exactly', title: 'Of what', cell: (entry) => <What entry={entry} /> },
  { key: 'why', title: 'Why', cell: (entry) => <Why entry={entry} /> },
];

type ListProps = { readonly wanted: Wanted; readonly reason: string };

const Entries = ({ wanted, reason }: ListProps) => {
  const api = useApi();
  const { kind, name, readings, from, to } = wanted;
  const query = useInfiniteQuery({
    queryKey: ['timeline', wanted, reason],
    queryFn: ({ signal, pageParam: cursor }) =>
      api.post('/api/audit/timeline', {
        body: { ...(kind === 'subject' ? { subject: name } : { actorId: name }), readings, from, to, cursor },
        headers: reasonHeader(reason),
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    ...readOnce,
  });
  return (
    <QueryResult query={query} loading="Reading the log …">
      {({ pages }) => (
        <Table
          label={kind === 'subject' ? 'Timeline of a person' : 'Timeline of a user'}
          columns={columns}
          rows={pages.flatMap(({ entries }) => entries)}
          keyOf={({ eventId }) => eventId}
          empty={
            <EmptyState title="Nothing is recorded.">
              <p>
                {kind === 'subject'
                  ? 'Check the pseudonym; real names are not stored here.'
                  : 'Check the name of the user.'}
              </p>
            </EmptyState>
          }
          more={
            query.hasNextPage
              ? { load: () => void query.fetchNextPage(), isLoading: query.isFetchingNextPage }
              : undefined
          }
        />
      )}
    </QueryResult>
  );
};

const Form = ({ onSubmit }: { readonly onSubmit: (wanted: Wanted) => void }) => {
  const [wanted, setWanted] = useState(nothing);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const name = wanted.name.trim();
    if (name !== '') onSubmit({ ...wanted, name });
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <SelectField
        label="Timeline of"
        value={wanted.kind}
        options={[
          { value: 'subject', label: 'a person or thing concerned' },
          { value: 'actor', label: 'a user' },
        ]}
        onChange={(kind) => setWanted({ ...wanted, kind })}
      />
      <Field
        label={wanted.kind === 'subject' ? 'Pseudonym' : 'User'}
        value={wanted.name}
        onChange={(name) => setWanted({ ...wanted, name })}
        maxLength={256}
        autoComplete="off"
        spellCheck="false"
        placeholder={wanted.kind === 'subject' ? 'patient-4711' : 'ada'}
      />
      <SelectField
        label="Show"
        value={wanted.readings ? 'readings' : 'all'}
        options={[
          { value: 'readings', label: 'who saw what' },
          { value: 'all', label: 'everything' },
        ]}
        onChange={(value) => setWanted({ ...wanted, readings: value === 'readings' })}
      />
      <DayField label="From" value={wanted.from} onChange={(from) => setWanted({ ...wanted, from })} />
      <DayField label="To" value={wanted.to} onChange={(to) => setWanted({ ...wanted, to })} />
      <Button type="submit" variant="contained" isDisabled={wanted.name.trim() === ''}>
        Show
      </Button>
    </form>
  );
};

/** Who saw what of a person and why, and what a user saw exactly. */
export const TimelineSection = () => (
  <SearchPanel<Wanted>
    title="Timeline"
    text="Who saw what about a person, and why; or what a user saw and did. Days are in UTC. The name stays out of addresses and browser histories."
    form={(onSubmit) => <Form onSubmit={onSubmit} />}
    before={{ title: 'Whose timeline?', text: 'Enter the pseudonym of a person, or the name of a user.' }}
  >
    {(wanted, reason) => <Entries wanted={wanted} reason={reason} />}
  </SearchPanel>
);
