import { Link } from '@tanstack/react-router';
import type { DocumentVersion, Document as LibraryDocument } from '../../../../client/index.ts';
import { Badge } from '../../components/badge.tsx';
import { documentStatusWords, sizeText, sourceTypeWords } from '../../components/document-words.ts';
import { Facts } from '../../components/facts.tsx';
import { fileNameText } from '../../components/file-name.tsx';
import { JobProgress } from '../../components/job-progress.tsx';
import { Moment } from '../../components/moment.tsx';
import { Notice } from '../../components/notice.tsx';
import { ReadingNotes } from '../../components/reading-notes.tsx';
import { useJob } from '../../session/use-jobs.ts';
import { useMay } from '../../session/use-session.ts';
import styles from './document-summary.module.css';
import { RetryButton } from './retry-button.tsx';

type Fact = Parameters<typeof Facts>[0]['facts'][number];

const listed = (values: readonly string[]): string | undefined =>
  values.length === 0 ? undefined : values.join(', ');

const factsOf = (version: LibraryDocument | DocumentVersion): readonly Fact[] => [
  { name: 'File', value: `${fileNameText(version.fileName)} (${sizeText(version.size)})` },
  { name: 'Kind', value: sourceTypeWords[version.sourceType] },
  { name: 'Pages', value: version.pages },
  { name: 'Passages', value: version.chunks },
  { name: 'Protocol number', value: version.protocolNumber },
  { name: 'Agency', value: version.agency },
  { name: 'Organization', value: version.organization },
  { name: 'Publisher', value: version.publisher },
  { name: 'Authors', value: listed(version.authors) },
  { name: 'State', value: version.stateCode },
  { name: 'County', value: version.county },
  { name: 'Specialties', value: listed(version.specialty) },
  { name: 'Conditions', value: listed(version.condition) },
  { name: 'Drug class', value: listed(version.drugClass) },
  { name: 'Indications', value: listed(version.indication) },
  { name: 'Published', value: version.publicationYear },
  { name: 'In force from', value: version.effectiveDate },
  { name: 'Last updated', value: version.lastUpdated },
  { name: 'Edition', value: version.edition },
  { name: 'Chapter', value: version.chapter },
  { name: 'DOI', value: version.doi },
  { name: 'PubMed', value: version.pmid },
  { name: 'Added', value: <Moment at={version.addedAt} /> },
  ...('addedBy' in version ? [{ name: 'Added by', value: version.addedBy }] : []),
  { name: 'Key', value: <code>{version.docKey}</code> },
];

/** The job of the shown version, while it runs or after it failed. */
const JobOfVersion = ({ version }: { readonly version: DocumentVersion }) => {
  const may = useMay();
  const isOver = version.state === 'COMPLETED' || version.state === 'SUPERSEDED';
  const { data: job } = useJob(version.jobId, !isOver && may('indexing:read'));
  if (isOver || job === undefined) return null;
  return (
    <Notice
      tone={job.state === 'FAILED' ? 'danger' : 'info'}
      title={job.state === 'FAILED' ? 'This version could not be indexed' : 'This version is being indexed'}
    >
      <JobProgress job={job} />
      {job.canRetry && may('indexing:retry') ? <RetryButton jobId={job.jobId} /> : null}
    </Notice>
  );
};

type Props = {
  readonly document: LibraryDocument;
  /** The version that is shown, if it is known. */
  readonly version: DocumentVersion | undefined;
  readonly number: number;
};

/** What is known of the document and of the shown version, and what a reader must know before trusting it. */
export const DocumentSummary = ({ document, version, number }: Props) => {
  const shown = version ?? document;
  const { docKey, liveVersion, status, duplicateOf } = document;
  return (
    <section className={styles.summary} aria-labelledby="document-title">
      <div className={styles.head}>
        <h2 id="document-title">{shown.title}</h2>
        <div className={styles.badges}>
          <Badge tone={documentStatusWords[status].tone}>{documentStatusWords[status].text}</Badge>
          <Badge>Version {number}</Badge>
          {shown.containsPhi ? <Badge tone="warning">Names patients</Badge> : null}
        </div>
      </div>
      {status === 'withdrawn' ? (
        <Notice tone="warning">Withdrawn: no search and no answer uses this document.</Notice>
      ) : null}
      {liveVersion !== null && liveVersion !== number ? (
        <Notice tone="warning">
          Answers use version {liveVersion}.{' '}
          <Link to="/library/$docKey" params={{ docKey }} search={{ version: liveVersion }}>
            Show it
          </Link>
        </Notice>
      ) : null}
      {duplicateOf === undefined ? null : (
        <Notice tone="warning">
          This is the same file as{' '}
          <Link to="/library/$docKey" params={{ docKey: duplicateOf }}>
            {duplicateOf}
          </Link>
          . Withdraw one of them, or answers quote both.
        </Notice>
      )}
      {version === undefined ? null : <JobOfVersion version={version} />}
      <ReadingNotes reading={shown} />
      <details className={styles.details}>
        <summary>All about this version</summary>
        <Facts facts={factsOf(shown)} />
      </details>
    </section>
  );
};
