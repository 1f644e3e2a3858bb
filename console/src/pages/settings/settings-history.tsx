import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Moment } from '../../components/moment.tsx';
import { Section } from '../../components/section.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { useMay } from '../../session/use-session.ts';
import { ChangeList } from './change-list.tsx';
import { isRecord } from './settings-draft.ts';
import styles from './settings-history.module.css';
import { useSettingsHistory } from './use-settings.ts';

type Event = NonNullable<ReturnType<typeof useSettingsHistory>['data']>[number];

const dataOf = (event: Event): Readonly<Record<string, unknown>> =>
  'data' in event && isRecord(event.data) ? event.data : {};

const columns: readonly Column<Event>[] = [
  { key: 'at', title: 'When', cell: ({ recordedAt }) => <Moment at={recordedAt} /> },
  { key: 'by', title: 'Who', cell: (event) => ('metadata' in event ? event.metadata.actor.id : '–') },
  {
    key: 'what',
    title: 'What',
    cell: (event) => {
      const { before, after } = dataOf(event);
      return isRecord(before) && isRecord(after) ? (
        <ChangeList before={before} after={after} />
      ) : (
        'This version of the program cannot read the change.'
      );
    },
  },
  {
    key: 'why',
    title: 'Why',
    cell: (event) => <p className={styles.reason}>{String(dataOf(event).reason ?? '–')}</p>,
  },
];

/** Who changed the settings, what, when and why. */
export const SettingsHistory = ({ hasChanges }: { readonly hasChanges: boolean }) => {
  const { data = hasChanges ? undefined : [], error } = useSettingsHistory(hasChanges);
  const mayRead = useMay()('audit:read');
  if (!mayRead || (data === undefined && error === null)) return null;
  return (
    <Section title="History">
      {error === null ? null : <ErrorNotice error={error} />}
      {data === undefined ? null : (
        <Table
          label="Changes of the settings"
          columns={columns}
          rows={data}
          keyOf={({ id }) => id}
          empty={<EmptyState title="The settings have never been changed" />}
        />
      )}
    </Section>
  );
};
