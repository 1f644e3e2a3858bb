import { Link } from '@tanstack/react-router';
import type { AuditEntry } from '../../../../client/api.generated.ts';
import { Badge } from '../../components/badge.tsx';
import { Moment } from '../../components/moment.tsx';
import type { Column } from '../../components/table.tsx';
import styles from './audit-page.module.css';

const tones = { success: 'neutral', failure: 'danger', refused: 'warning' } as const;

const QUERY = /^query-([0-9a-f-]{36})$/;
const READ_QUERY = /^query:([0-9a-f-]{36})$/;

/** The question that an entry is about, if it is about one. */
const queryOf = ({ streamId, about }: Pick<AuditEntry, 'streamId' | 'about'>): string | undefined =>
  QUERY.exec(streamId)?.[1] ?? about.map((one) => READ_QUERY.exec(one)?.[1]).find((id) => id !== undefined);

/** Links from an entry: its chain of causes, its stream, the question that it is about. */
export const EntryLinks = ({ entry }: { readonly entry: AuditEntry }) => {
  const queryId = queryOf(entry);
  return (
    <span className={styles.row}>
      <Link
        to="/audit/chains/$correlationId"
        params={{ correlationId: entry.correlationId }}
        search={{ event: entry.eventId }}
      >
        Causes
      </Link>
      <Link to="/audit/streams/$streamId" params={{ streamId: entry.streamId }}>
        Stream
      </Link>
      {queryId === undefined ? null : (
        <Link to="/audit/explain/$queryId" params={{ queryId }}>
          Explain
        </Link>
      )}
    </span>
  );
};

/** Who acted. */
const Actor = ({ entry }: { readonly entry: AuditEntry }) => (
  <div className={styles.stack}>
    <span className={styles.name}>{entry.actorId}</span>
    <span className={styles.muted}>
      {entry.actorRole}
      {entry.onBehalfOf === null ? '' : `, for ${entry.onBehalfOf}`}
    </span>
  </div>
);

/** What was done, and how it ended. */
export const Action = ({ entry }: { readonly entry: AuditEntry }) => (
  <div className={styles.stack}>
    <span>{entry.action}</span>
    <span className={styles.row}>
      <span className={styles.muted}>{entry.type}</span>
      {entry.outcome === 'success' ? null : <Badge tone={tones[entry.outcome]}>{entry.outcome}</Badge>}
      {entry.phi ? <Badge tone="accent">PHI</Badge> : null}
    </span>
  </div>
);

/** When and where it was recorded. */
const At = ({ entry }: { readonly entry: AuditEntry }) => (
  <div className={styles.stack}>
    <Moment at={entry.recordedAt} />
    <span className={styles.muted}>event {entry.position}</span>
  </div>
);

/** The columns that every list of entries has. */
export const entryColumns: readonly Column<AuditEntry>[] = [
  { key: 'at', title: 'When', cell: (entry) => <At entry={entry} /> },
  { key: 'who', title: 'Who', cell: (entry) => <Actor entry={entry} /> },
  { key: 'what', title: 'What', cell: (entry) => <Action entry={entry} /> },
];
