import { useQuery } from '@tanstack/react-query';
import type { Costs } from '../../../../client/api.generated.ts';
import { Badge } from '../../components/badge.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Notice } from '../../components/notice.tsx';
import { counted, countText, dollarText, percentText } from '../../components/number-text.ts';
import { Panel } from '../../components/panel.tsx';
import { Progress } from '../../components/progress.tsx';
import { QueryResult } from '../../components/query-result.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { useApi } from '../../session/use-session.ts';
import styles from './operations-page.module.css';
import { useOperationsSearch } from './operations-search.ts';

const MONTHS = 24;
const monthName = new Intl.DateTimeFormat(undefined, { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** The last months in UTC, newest first. */
const lastMonths = (): readonly { readonly value: string; readonly label: string }[] => {
  const now = new Date();
  return Array.from({ length: MONTHS }, (_, back) => {
    const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1));
    return { value: first.toISOString().slice(0, 7), label: monthName.format(first) };
  });
};

type Sum = Pick<Costs, 'calls' | 'promptTokens' | 'completionTokens' | 'costUsd'>;

const sums: readonly Column<Sum>[] = [
  { key: 'calls', title: 'Calls', isNumber: true, cell: ({ calls }) => countText(calls) },
  { key: 'prompt', title: 'Tokens in', isNumber: true, cell: ({ promptTokens }) => countText(promptTokens) },
  {
    key: 'out',
    title: 'Tokens out',
    isNumber: true,
    cell: ({ completionTokens }) => countText(completionTokens),
  },
  { key: 'cost', title: 'Cost', isNumber: true, cell: ({ costUsd }) => dollarText(costUsd) },
];

const empty = <EmptyState title="No language model was called in this month." />;

const Figures = ({ costs }: { readonly costs: Costs }) => {
  const { limitUsd, costUsd, open, users, models, complete, calls } = costs;
  return (
    <>
      <dl className={styles.cards}>
        <div className={styles.card}>
          <dt>Cost</dt>
          <dd>{dollarText(costUsd)}</dd>
        </div>
        <div className={styles.card}>
          <dt>Calls</dt>
          <dd>{countText(calls)}</dd>
        </div>
        <div className={styles.card}>
          <dt>Monthly limit</dt>
          <dd>{limitUsd === undefined ? 'none' : dollarText(limitUsd)}</dd>
        </div>
      </dl>
      {limitUsd === undefined || limitUsd === 0 ? null : (
        <Progress
          label={`${percentText(costUsd / limitUsd)} of the limit is used`}
          value={Math.min(100, (100 * costUsd) / limitUsd)}
        />
      )}
      {open.calls === 0 ? null : (
        <Notice>
          {counted(open.calls, 'call')} without a known outcome count with their highest cost,{' '}
          {dollarText(open.costUsd)}.
        </Notice>
      )}
      {complete ? null : <Notice tone="warning">Not every call of the month is included yet.</Notice>}
      <Panel title="By person">
        <Table
          label="Costs by person"
          columns={[
            { key: 'user', title: 'Person', cell: ({ user }: Costs['users'][number]) => user },
            ...sums,
          ]}
          rows={users}
          keyOf={({ user }) => user}
          empty={empty}
        />
      </Panel>
      <Panel title="By model">
        <Table
          label="Costs by model"
          columns={[
            {
              key: 'model',
              title: 'Model',
              cell: ({ model, where }: Costs['models'][number]) => (
                <span className={styles.row}>
                  {model} <Badge>{where === 'local' ? 'on the premises' : 'in the cloud'}</Badge>
                </span>
              ),
            },
            ...sums,
          ]}
          rows={models}
          keyOf={({ model, where }) => `${where} ${model}`}
          empty={empty}
        />
      </Panel>
    </>
  );
};

/** What language models cost, by month, person and model. */
export const CostsSection = () => {
  const api = useApi();
  const months = lastMonths();
  const [{ month = months[0]?.value ?? '' }, setSearch] = useOperationsSearch();
  const query = useQuery({
    queryKey: ['costs', month],
    queryFn: ({ signal }) => api.get('/api/admin/costs', { query: { month }, signal }),
  });
  return (
    <Panel
      title="Costs of language models"
      text="Months are counted in UTC, like the limit."
      actions={
        <SelectField
          label="Month"
          value={month}
          options={
            months.some(({ value }) => value === month) ? months : [...months, { value: month, label: month }]
          }
          onChange={(value) => setSearch({ month: value })}
        />
      }
    >
      <QueryResult query={query} loading="Adding up …">
        {(costs) => <Figures costs={costs} />}
      </QueryResult>
    </Panel>
  );
};
