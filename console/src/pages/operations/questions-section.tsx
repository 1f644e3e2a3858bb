import { useQueries, useQuery } from '@tanstack/react-query';
import type { QueryLogSummary, TopQuestions } from '../../../../client/api.generated.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { LinePlot } from '../../components/line-plot.tsx';
import { Moment } from '../../components/moment.tsx';
import { Notice } from '../../components/notice.tsx';
import { countText, durationText, percentText } from '../../components/number-text.ts';
import { Panel } from '../../components/panel.tsx';
import { QueryResult } from '../../components/query-result.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { useApi } from '../../session/use-session.ts';
import styles from './operations-page.module.css';
import { useOperationsSearch } from './operations-search.ts';
import { SpanSelect } from './span-select.tsx';
import { bucketLabel, bucketsOf } from './time-buckets.ts';

type Question = TopQuestions['questions'][number];
type Stage = QueryLogSummary['stages'][number];

const share = (part: number, whole: number): string =>
  whole === 0 ? countText(part) : `${countText(part)} (${percentText(part / whole)})`;

const Cards = ({ summary }: { readonly summary: QueryLogSummary }) => {
  const { questions, searches, failed, degraded, zeroResult, entries, latency } = summary;
  const cards = [
    { name: 'Questions', value: countText(questions) },
    { name: 'Searches', value: countText(searches) },
    { name: 'Failed', value: share(failed, questions) },
    { name: 'Without a result', value: share(zeroResult, entries) },
    { name: 'Degraded', value: share(degraded, questions) },
    { name: 'p50 of questions', value: latency ? durationText(latency.p50) : '–' },
    { name: 'p95 of questions', value: latency ? durationText(latency.p95) : '–' },
  ];
  return (
    <dl className={styles.cards}>
      {cards.map(({ name, value }) => (
        <div key={name} className={styles.card}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
};

const Plots = () => {
  const api = useApi();
  const [{ span = '24h' }] = useOperationsSearch();
  const buckets = bucketsOf(span, Date.now());
  const { parts, error } = useQueries({
    queries: buckets.map((bucket) => ({
      queryKey: ['query-log-summary', bucket.from, bucket.to],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
        api.get('/api/admin/query-log/summary', { query: bucket, signal }),
    })),
    combine: (results) => ({
      parts: results.map(({ data }) => data),
      error: results.find((result) => result.error)?.error,
    }),
  });
  if (error) return <ErrorNotice error={error} />;
  const labels = buckets.map((bucket) => bucketLabel(bucket, span));
  const valuesOf = (read: (summary: QueryLogSummary) => number | null | undefined) =>
    parts.map((part) => (part === undefined ? null : (read(part) ?? null)));
  return (
    <div className={styles.plots}>
      <LinePlot
        title="Time to the answer"
        labels={labels}
        format={durationText}
        series={[
          { name: 'p50', values: valuesOf(({ latency }) => latency?.p50) },
          { name: 'p95', values: valuesOf(({ latency }) => latency?.p95) },
        ]}
      />
      <LinePlot
        title="Questions and searches"
        labels={labels}
        format={(value) => countText(value)}
        series={[
          { name: 'questions', values: valuesOf(({ questions }) => questions) },
          { name: 'searches', values: valuesOf(({ searches }) => searches) },
        ]}
      />
    </div>
  );
};

const stageColumns: readonly Column<Stage>[] = [
  { key: 'source', title: 'Source', cell: ({ source }) => source },
  { key: 'searches', title: 'Searches', isNumber: true, cell: ({ searches }) => countText(searches) },
  { key: 'failed', title: 'Failed', isNumber: true, cell: ({ failed }) => countText(failed) },
  { key: 'p50', title: 'p50', isNumber: true, cell: ({ p50 }) => durationText(p50) },
  { key: 'p95', title: 'p95', isNumber: true, cell: ({ p95 }) => durationText(p95) },
];

const questionColumns: readonly Column<Question>[] = [
  {
    key: 'about',
    title: 'About',
    cell: ({ concepts, protocolNumbers }) =>
      [...concepts, ...protocolNumbers].join(', ') || <span className={styles.muted}>no known term</span>,
  },
  { key: 'intent', title: 'Kind', cell: ({ intent }) => intent ?? '' },
  { key: 'asked', title: 'Asked', isNumber: true, cell: ({ asked }) => countText(asked) },
  { key: 'zero', title: 'Found nothing', isNumber: true, cell: ({ zeroResult }) => countText(zeroResult) },
  { key: 'last', title: 'Last', cell: ({ lastAskedAt }) => <Moment at={lastAskedAt} /> },
];

/** How questions were served, without their words. */
export const QuestionsSection = () => {
  const api = useApi();
  const [{ span = '24h' }] = useOperationsSearch();
  const from = bucketsOf(span, Date.now())[0]?.from;
  const summary = useQuery({
    queryKey: ['query-log-summary', from],
    queryFn: ({ signal }) => api.get('/api/admin/query-log/summary', { query: { from }, signal }),
  });
  const nothing = useQuery({
    queryKey: ['top-questions', from],
    queryFn: ({ signal }) =>
      api.get('/api/admin/query-log/top', { query: { from, only: 'zero-result', limit: 50 }, signal }),
  });
  return (
    <>
      <Panel
        title="Questions"
        text="Figures only: the words of questions are not shown here."
        actions={<SpanSelect />}
      >
        <QueryResult query={summary} loading="Counting …">
          {(figures) => (
            <>
              {figures.complete ? null : (
                <Notice tone="warning">Only the newest 10,000 entries of the span are counted.</Notice>
              )}
              <Cards summary={figures} />
              <Plots />
              <Table
                label="Sources"
                columns={stageColumns}
                rows={figures.stages}
                keyOf={({ source }) => source}
                empty={<EmptyState title="Nothing was searched in this span." />}
              />
            </>
          )}
        </QueryResult>
      </Panel>
      <Panel
        title="Questions that found nothing"
        text="Most frequent first. They show which documents the library lacks. Your access is recorded."
      >
        <QueryResult query={nothing} loading="Counting …">
          {({ questions }) => (
            <Table
              label="Questions that found nothing"
              columns={questionColumns}
              rows={questions}
              keyOf={({ fingerprint }) => fingerprint}
              empty={<EmptyState title="Every question of this span found something." />}
            />
          )}
        </QueryResult>
      </Panel>
    </>
  );
};
