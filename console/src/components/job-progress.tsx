import type { IndexingJob } from '../../../client/index.ts';
import { Badge } from './badge.tsx';
import { jobStateWords, stageWords } from './document-words.ts';
import styles from './job-progress.module.css';
import { Progress } from './progress.tsx';

/** How far a job is when it begins each stage, in percent: computing vectors takes most of the time. */
const BEGINS: Readonly<Record<NonNullable<IndexingJob['stage']>, number>> = {
  extract: 0,
  clean: 25,
  chunk: 30,
  embed: 35,
  publish: 95,
};

const percentOf = ({ stage, totalChunks, processedChunks }: IndexingJob): number | undefined => {
  if (stage === null) return undefined;
  const begun = BEGINS[stage];
  if (stage !== 'embed' || totalChunks === null || totalChunks === 0) return begun;
  return Math.round(begun + (BEGINS.publish - begun) * (processedChunks / totalChunks));
};

const labelOf = ({ stage, totalChunks, processedChunks }: IndexingJob): string => {
  if (stage === null) return 'Beginning';
  const counted = stage === 'embed' && totalChunks !== null ? ` ${processedChunks} of ${totalChunks}` : '';
  return `${stageWords[stage]}${counted}`;
};

/** The state of an indexing job: its stage with a bar while it runs, and why it failed. */
export const JobProgress = ({ job }: { readonly job: IndexingJob }) => {
  const { text, tone } = jobStateWords[job.state];
  if (job.state === 'RUNNING')
    return (
      <div className={styles.running}>
        <Progress label={labelOf(job)} value={percentOf(job)} />
      </div>
    );
  return (
    <div className={styles.state}>
      <Badge tone={tone}>{text}</Badge>
      {job.state === 'FAILED' && job.errorMessage !== null ? (
        <p className={styles.reason}>{job.errorMessage}</p>
      ) : null}
      {job.state === 'FAILED' && job.retryCount > 0 ? (
        <p className={styles.tries}>
          Tried again {job.retryCount} of {job.maxRetries} times
        </p>
      ) : null}
    </div>
  );
};
