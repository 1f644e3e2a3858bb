import { Link } from '@tanstack/react-router';
import type { IndexingJob } from '../../../../client/index.ts';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { sizeText } from '../../components/document-words.ts';
import { explainError } from '../../components/explain-error.ts';
import { FileName, fileNameText } from '../../components/file-name.tsx';
import { JobProgress } from '../../components/job-progress.tsx';
import { Progress } from '../../components/progress.tsx';
import { ReadingNotes } from '../../components/reading-notes.tsx';
import { Section } from '../../components/section.tsx';
import type { Upload } from '../../session/upload-store.ts';
import { useRecentJobs } from '../../session/use-jobs.ts';
import { useMay } from '../../session/use-session.ts';
import { useUploads } from '../../session/use-uploads.ts';
import styles from './upload-list.module.css';

/** The job failed because the file seems to be another document than the version before it. */
const UNLIKE = 'unlike_predecessor';

const Short = ({ children }: { readonly children: string }) => (
  <span className={styles.badge}>
    <Badge>{children}</Badge>
  </span>
);

const UploadStatus = ({ state, job }: Pick<Upload, 'state'> & { readonly job: IndexingJob | undefined }) => {
  if (state.kind === 'waiting') return <Short>Waiting</Short>;
  if (state.kind === 'cancelled') return <Short>Cancelled</Short>;
  if (state.kind === 'sending') return <Progress label="Sending" value={Math.round(state.share * 100)} />;
  if (state.kind === 'unchanged') return <Short>Already there, unchanged</Short>;
  if (state.kind === 'failed') {
    const { title, text } = explainError(state.error);
    return (
      <p className={styles.failure}>
        {title}: {text}
      </p>
    );
  }
  return job === undefined ? <Short>Received</Short> : <JobProgress job={job} />;
};

const UploadRow = ({ upload, job }: { readonly upload: Upload; readonly job: IndexingJob | undefined }) => {
  const { store } = useUploads();
  const { id, fileName, size, state } = upload;
  const isOpen = state.kind === 'waiting' || state.kind === 'sending';
  const isUnlike = job?.state === 'FAILED' && job.errorReason === UNLIKE;
  return (
    <li className={styles.row}>
      <div className={styles.name}>
        {'docKey' in state ? (
          <Link to="/library/$docKey" params={{ docKey: state.docKey }} search={{ version: state.version }}>
            <FileName name={fileName} />
          </Link>
        ) : (
          <FileName name={fileName} />
        )}
        <span className={styles.size}>{sizeText(size)}</span>
      </div>
      <div className={styles.state}>
        <UploadStatus state={state} job={job} />
        {job === undefined ? null : <ReadingNotes reading={job} />}
      </div>
      <div className={styles.actions}>
        {isOpen ? (
          <Button
            variant="plain"
            aria-label={`Cancel ${fileNameText(fileName)}`}
            onPress={() => store.cancel(id)}
          >
            Cancel
          </Button>
        ) : null}
        {state.kind === 'failed' || state.kind === 'cancelled' ? (
          <Button aria-label={`Send ${fileNameText(fileName)} again`} onPress={() => store.again(id)}>
            Send again
          </Button>
        ) : null}
        {isUnlike ? (
          <Button
            aria-label={`Replace the earlier version with ${fileNameText(fileName)}`}
            onPress={() => store.again(id, { replace: true })}
          >
            Replace anyway
          </Button>
        ) : null}
      </div>
    </li>
  );
};

const jobOf = ({ state }: Upload, jobs: ReadonlyMap<string, IndexingJob>): IndexingJob | undefined =>
  'jobId' in state ? jobs.get(state.jobId) : undefined;

const summaryOf = (uploads: readonly Upload[]): string => {
  const count = (...kinds: readonly Upload['state']['kind'][]): number =>
    uploads.filter(({ state }) => kinds.includes(state.kind)).length;
  const failed = count('failed');
  const received = count('accepted', 'unchanged');
  return `${received} of ${uploads.length} received${failed === 0 ? '' : `, ${failed} failed`}`;
};

/** The files that were uploaded in this window, each with its way into the index. */
export const UploadList = () => {
  const { store, uploads } = useUploads();
  const jobs = useRecentJobs(
    useMay()('indexing:read') && uploads.some(({ state }) => state.kind === 'accepted'),
  );
  const isDone = uploads.every(({ state }) => state.kind !== 'waiting' && state.kind !== 'sending');
  return (
    <Section
      title="Uploads"
      actions={
        <span className={styles.head}>
          <span role="status">{summaryOf(uploads)}</span>
          <Button variant="plain" onPress={() => store.clear()}>
            {isDone ? 'Clear the list' : 'Clear the finished ones'}
          </Button>
        </span>
      }
    >
      <section
        className={styles.frame}
        aria-label="Uploaded files"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
        tabIndex={0}
      >
        <ul className={styles.list}>
          {uploads.map((upload) => (
            <UploadRow key={upload.id} upload={upload} job={jobOf(upload, jobs)} />
          ))}
        </ul>
      </section>
    </Section>
  );
};
