/**
 * Finds the document that an indexing job is meant to index, also before the job has begun; nothing when no job of
 * that id was ever asked for. Where it is looked up may be a moment behind the log, so the caller checks it there.
 */
export type FindDocumentOfJob = (jobId: string) => Promise<string | undefined>;
