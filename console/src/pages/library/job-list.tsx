import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { IndexingJob } from '../../../../client/index.ts';
import { Button } from '../../components/button.tsx';
import { jobStateWords } from '../../components/document-words.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { explainError } from '../../components/explain-error.ts';
import { FileName, fileNameText } from '../../components/file-name.tsx';
import { JobProgress } from '../../components/job-progress.tsx';
import { Moment } from '../../components/moment.tsx';
import { Progress } from '../../components/progress.tsx';
import { ReadFailure } from '../../components/read-failure.tsx';
import { ReadingNotes } from '../../components/reading-notes.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { useNotify } from '../../components/toasts.tsx';
import { useJobCommands, useJobList } from '../../session/use-jobs.ts';
import { useMay } from '../../session/use-session.ts';
import styles from './lists.module.css';

const STATES = ['RUNNING', 'PENDING', 'FAILED', 'COMPLETED', 'SUPERSEDED'] as const;
const states = [
  { value: '' as const, label: 'All' },
  ...STATES.map((value) => ({ value, label: jobStateWords[value].text })),
];

const JobActions = ({ job }: { readonly job: IndexingJob }) => {
  const may = useMay();
  const notify = useNotify();
  const { retry, cancel } = useJobCommands();
  const onError = (error: unknown): void => notify(explainError(error).text);
  const isOpen = job.state === 'PENDING' || job.state === 'RUNNING';
  return (
    <>
      {job.canRetry && may('indexing:retry') ? (
        <Button
          aria-label={`Retry ${fileNameText(job.fileName)}`}
          isPending={retry.isPending}
          onPress={() => retry.mutate(job.jobId, { onError })}
        >
          Retry
        </Button>
      ) : null}
      {isOpen && may('indexing:cancel') ? (
        <Button
          variant="plain"
          aria-label={`Cancel ${fileNameText(job.fileName)}`}
          isPending={cancel.isPending}
          onPress={() => cancel.mutate(job.jobId, { onError })}
        >
          Cancel
        </Button>
      ) : null}
    </>
  );
};

const columns: readonly Column<IndexingJob>[] = [
  {
    key: 'file',
    title: 'File',
    cell: ({ docKey, version, fileName }) => (
      <div className={styles.name}>
        <Link to="/library/$docKey" params={{ docKey }} search={{ version }}>
          <FileName name={fileName} />
        </Link>
        <span className={styles.second}>Version {version}</span>
      </div>
    ),
  },
  { key: 'state', title: 'State', cell: (job) => <JobProgress job={job} /> },
  { key: 'pages', title: 'Pages', isNumber: true, cell: ({ pages }) => pages ?? '–' },
  { key: 'chunks', title: 'Passages', isNumber: true, cell: ({ totalChunks }) => totalChunks ?? '–' },
  {
    key: 'notes',
    title: 'Notes',
    cell: (job) => (
      <div className={styles.notes}>
        <ReadingNotes reading={job} />
      </div>
    ),
  },
  { key: 'created', title: 'Requested', cell: ({ createdAt }) => <Moment at={createdAt} /> },
  { key: 'actions', title: 'Actions', cell: (job) => <JobActions job={job} /> },
];

/** The indexing jobs as they run, newest first. */
export const JobList = () => {
  const { state } = useSearch({ from: '/shell/library' });
  const navigate = useNavigate();
  const chosen = STATES.find((known) => known === state?.toUpperCase());
  const query = useJobList(chosen);
  const { data, isPending, hasNextPage, fetchNextPage, isFetchingNextPage } = query;
  return (
    <>
      <div className={styles.filters}>
        <SelectField
          label="State"
          value={chosen ?? ''}
          options={states}
          onChange={(value) =>
            void navigate({
              to: '/library',
              search: value === '' ? { view: 'jobs' } : { view: 'jobs', state: value },
              replace: true,
            })
          }
        />
      </div>
      <ReadFailure query={query} />
      {isPending ? <Progress label="Loading the jobs …" /> : null}
      {data === undefined ? null : (
        <Table
          label="Indexing jobs"
          columns={columns}
          rows={data.pages.flatMap(({ items }) => items)}
          keyOf={({ jobId }) => jobId}
          empty={<EmptyState title="There are no such jobs" />}
          more={hasNextPage ? { load: () => void fetchNextPage(), isLoading: isFetchingNextPage } : undefined}
        />
      )}
    </>
  );
};
