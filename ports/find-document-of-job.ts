/**
 * Finds the document of an indexing job, even before the job has started; undefined when no job with that id was ever
 * requested. The lookup may lag behind the log, so the caller verifies the result there.
 */
export type FindDocumentOfJob = (jobId: string) => Promise<string | undefined>;
