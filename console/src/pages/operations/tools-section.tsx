import { useQuery } from '@tanstack/react-query';
import type { ToolFigures } from '../../../../client/api.generated.ts';
import { Badge } from '../../components/badge.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Notice } from '../../components/notice.tsx';
import { countText, durationText, percentText } from '../../components/number-text.ts';
import { Panel } from '../../components/panel.tsx';
import { QueryResult } from '../../components/query-result.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { useApi } from '../../session/use-session.ts';
import styles from './operations-page.module.css';
import { useOperationsSearch } from './operations-search.ts';
import { SpanSelect } from './span-select.tsx';
import { bucketsOf, hoursOf } from './time-buckets.ts';

type Tool = ToolFigures['tools'][number];

/** Below this share of successes a tool is marked. */
const GOOD = 0.95;

const Success = ({ tool: { succeeded, failed } }: { readonly tool: Tool }) => {
  const ran = succeeded + failed;
  if (ran === 0) return '–';
  const share = succeeded / ran;
  return share < GOOD ? <Badge tone="warning">{percentText(share)}</Badge> : percentText(share);
};

const columnsOf = (hours: number): readonly Column<Tool>[] => [
  { key: 'tool', title: 'Tool', cell: ({ tool }) => <span className={styles.name}>{tool}</span> },
  { key: 'calls', title: 'Calls', isNumber: true, cell: ({ calls }) => countText(calls) },
  {
    key: 'rate',
    title: 'Calls per hour',
    isNumber: true,
    cell: ({ calls }) => (calls / hours).toLocaleString(undefined, { maximumSignificantDigits: 2 }),
  },
  { key: 'success', title: 'Success', isNumber: true, cell: (tool) => <Success tool={tool} /> },
  { key: 'failed', title: 'Failed', isNumber: true, cell: ({ failed }) => countText(failed) },
  { key: 'not-run', title: 'Not run', isNumber: true, cell: ({ notRun }) => countText(notRun) },
  { key: 'open', title: 'In progress', isNumber: true, cell: ({ open }) => countText(open) },
  {
    key: 'p50',
    title: 'p50',
    isNumber: true,
    cell: ({ latency }) => (latency ? durationText(latency.p50) : '–'),
  },
  {
    key: 'p95',
    title: 'p95',
    isNumber: true,
    cell: ({ latency }) => (latency ? durationText(latency.p95) : '–'),
  },
];

/** How often each tool is called, how often that works, and how long it takes. */
export const ToolsSection = () => {
  const api = useApi();
  const [{ span = '24h' }] = useOperationsSearch();
  const from = bucketsOf(span, Date.now())[0]?.from;
  const query = useQuery({
    queryKey: ['tool-figures', from],
    queryFn: ({ signal }) => api.get('/api/admin/tools/figures', { query: { from }, signal }),
  });
  return (
    <Panel
      title="Tool calls"
      text="Success is the share of the calls that ran. Not run: rejected, declined, cancelled, or not confirmed in time. Times are from the start of a call to its end."
      actions={<SpanSelect />}
    >
      <QueryResult query={query} loading="Counting …">
        {({ tools, complete }) => (
          <>
            {complete ? null : (
              <Notice tone="warning">Only the newest 10,000 calls of the span are counted.</Notice>
            )}
            <Table
              label="Tool calls"
              columns={columnsOf(hoursOf(span))}
              rows={tools}
              keyOf={({ tool }) => tool}
              empty={<EmptyState title="No tool was called in this span." />}
            />
          </>
        )}
      </QueryResult>
    </Panel>
  );
};
