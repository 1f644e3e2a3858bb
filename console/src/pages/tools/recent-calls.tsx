import { useQuery } from '@tanstack/react-query';
import type { DataOf, OperationAt } from '../../../../client/index.ts';
import { Badge } from '../../components/badge.tsx';
import { Moment } from '../../components/moment.tsx';
import { Section } from '../../components/section.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { useApi } from '../../session/use-session.ts';
import { callStatusWords } from './call-status.ts';

type Call = DataOf<OperationAt<'/api/tool-calls', 'get'>>[number];

const SHOWN = 8;

const columns: readonly Column<Call>[] = [
  { key: 'at', title: 'Requested', cell: ({ requestedAt }) => <Moment at={requestedAt} /> },
  {
    key: 'status',
    title: 'State',
    cell: ({ status }) => <Badge tone={callStatusWords[status].tone}>{callStatusWords[status].text}</Badge>,
  },
  {
    key: 'time',
    title: 'Took',
    isNumber: true,
    cell: ({ requestedAt, endedAt }) =>
      endedAt === null || endedAt === requestedAt
        ? '–'
        : `${Date.parse(endedAt) - Date.parse(requestedAt)} ms`,
  },
];

/** What became of the person's last calls of a tool. */
export const RecentCalls = ({ tool }: { readonly tool: string }) => {
  const api = useApi();
  const { data } = useQuery({
    queryKey: ['tool-calls', tool],
    queryFn: ({ signal }) => api.page('/api/tool-calls', { query: { tool, limit: 50 }, signal }),
  });
  if (data === undefined || data.items.length === 0) return null;
  const ended = data.items.filter(({ endedAt }) => endedAt !== null);
  const good = ended.filter(({ status }) => status === 'succeeded').length;
  return (
    <Section title="Your recent calls" lead={`${good} of the last ${ended.length} succeeded.`}>
      <Table
        label="Your recent calls of this tool"
        columns={columns}
        rows={data.items.slice(0, SHOWN)}
        keyOf={({ toolCallId }) => toolCallId}
        empty={null}
      />
    </Section>
  );
};
