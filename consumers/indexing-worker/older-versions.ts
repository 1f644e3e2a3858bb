import { PREEMPTED } from '../../domain/indexing/indexing-job-status.ts';
import { type VersionJobStatus, versionToResume } from '../../domain/indexing/version-to-resume.ts';
import { readDocumentHistory } from '../../ports/read-document-history.ts';
import type { IndexingServices } from './indexing-services.ts';
import type { ContextOfStep, JobCommands } from './job-commands.ts';
import type { VersionToIndex } from './version-to-index.ts';

type HistoryServices = Pick<IndexingServices, 'eventStore'>;

/** All versions that a document ever had, oldest first. */
export const versionsOf = async (
  services: HistoryServices,
  docKey: string,
): Promise<readonly VersionToIndex[]> => (await readDocumentHistory(services.eventStore, docKey)).versions;

/** Controls the jobs of a document's older versions while a newer one is indexed. */
export type OlderVersions = {
  /**
   * Stops the work on older versions while the newer one is indexed. They are not superseded yet: if the newer one is
   * broken, the document must not be lost.
   */
  readonly stop: (newer: VersionToIndex, context: ContextOfStep) => Promise<void>;
  /** Resumes an older version that was stopped in favour of the failed one. */
  readonly resume: (
    failed: { readonly docKey: string; readonly version: number },
    context: ContextOfStep,
  ) => Promise<void>;
  /** Ends the jobs of older versions permanently when the newer version is complete. */
  readonly supersede: (newer: VersionToIndex, context: ContextOfStep) => Promise<void>;
};

export const createOlderVersions = (services: HistoryServices, jobs: JobCommands): OlderVersions => {
  const supersedeOlder: OlderVersions['supersede'] = async (newer, context) => {
    for (const older of await versionsOf(services, newer.docKey)) {
      if (older.version >= newer.version) continue;
      // A version added at the same moment may not have a job yet: it gets one, so that it ends properly.
      await jobs.request(older, context(`request/${older.jobId}`));
      await jobs.decide(
        older,
        { type: 'SupersedeIndexing', byJobId: newer.jobId, byVersion: newer.version },
        context(`supersede/${older.jobId}`),
      );
    }
  };

  const jobStatusOf = async (version: VersionToIndex): Promise<VersionJobStatus> => {
    const state = await jobs.stateOf(version);
    return {
      version: version.version,
      status: state.status,
      ...(state.status === 'NONE' ? {} : { reason: state.failure?.reason }),
    };
  };

  const resumeOlder: OlderVersions['resume'] = async (failed, context) => {
    const { versions, withdrawnThrough } = await readDocumentHistory(services.eventStore, failed.docKey);
    const kept = versions.filter(({ version }) => version > withdrawnThrough);
    const jobStatuses: VersionJobStatus[] = [];
    for (const version of kept) jobStatuses.push(await jobStatusOf(version));
    const wanted = versionToResume(failed.version, jobStatuses);
    const older = kept.find(({ version }) => version === wanted);
    if (!older) return;
    await jobs.decide(
      older,
      (state) =>
        state.status === 'FAILED' && state.failure?.reason === PREEMPTED ? [{ type: 'RetryIndexing' }] : [],
      context(`take-up/${older.jobId}`),
    );
  };

  const stopOlder: OlderVersions['stop'] = async (newer, context) => {
    // The event may be delivered again after the newer version has failed and an older one was resumed.
    if (!(await jobs.isUnderWay(newer))) return;
    for (const older of await versionsOf(services, newer.docKey)) {
      if (older.version >= newer.version) continue;
      const message = `Version ${newer.version} of the document is indexed in its place. If that fails, this one is taken up again by itself.`;
      await jobs.fail(older, { reason: PREEMPTED, message }, context(`overtaken/${older.jobId}`));
    }
    // If it failed before they were stopped, no other job would resume them.
    if (!(await jobs.isUnderWay(newer))) await resumeOlder(newer, context);
  };

  return { stop: stopOlder, resume: resumeOlder, supersede: supersedeOlder };
};
