import { reviewKinds, reviewVerdicts } from '../domain/consultation/review/review-events.ts';
import { externalSources } from '../domain/consultation/sources/source-name.ts';
import { failureCodes } from '../domain/kernel/failure.ts';
import { nodeDuties, nodeRoles } from './nodes.ts';
import { phiDetectorKinds } from './phi-detector.ts';

/** The values of a label: all of them by name, or a description and their maximum number. */
export type LabelValues = readonly string[] | { readonly of: string; readonly atMost: number };

/** The definition of one metric, for code that writes it and for its readers. */
export type MetricDefinition = {
  readonly kind: 'counter' | 'gauge' | 'histogram';
  readonly unit: 'seconds' | 'bytes' | 'events' | 'appends' | 'tokens' | 'us_dollars' | 'ratio' | 'one';
  /** One sentence. */
  readonly help: string;
  /** Bounded sets only: never an id or a user's text. */
  readonly labels: Readonly<Record<string, LabelValues>>;
  /** Upper bounds of a histogram's buckets, ascending, in its unit. Absent: those of durations. */
  readonly buckets?: readonly number[];
};
export type MetricDefinitions = Readonly<Record<string, MetricDefinition>>;

const projections = { of: 'the names of the projections', atMost: 32 } as const;
const consumers = { of: 'the names of the consumers', atMost: 16 } as const;
const followers = {
  follower: { of: 'the names of the projections and consumers', atMost: 48 },
  kind: ['projection', 'consumer'],
} as const;
const components = { of: 'the names of the components', atMost: 48 } as const;
/** Some thirty exist; unknown names are counted together. */
const tools = { of: 'the names of the tools', atMost: 64 } as const;
const searchStages = ['dense', 'lexical', 'rerank'] as const;

/**
 * Bucket bounds up to the limits of one transaction: 256 appends, 2,000 events
 * (`infra/storage/event-store/append-limits.ts`).
 */
const APPENDS = [1, 2, 4, 8, 16, 32, 64, 128, 256] as const;
const EVENTS = [1, 2, 5, 10, 25, 50, 100, 250, 500, 1000, 2000] as const;

/**
 * Every metric of the program. Names follow the conventions of Prometheus, begin with `anamnesis_` and do not change:
 * dashboards and rules depend on them. Those of tools are older than this program, and keep the names that their
 * users know. prom-client adds process metrics (CPU, memory, event loop).
 */
export const metricDefinitions = {
  anamnesis_append_seconds: {
    kind: 'histogram',
    unit: 'seconds',
    help: 'Time that callers waited for an append to the event log, by outcome.',
    labels: { outcome: ['appended', 'repeated', 'conflict', 'lease_lost', 'erased', 'failed'] },
  },
  anamnesis_append_batch_appends: {
    kind: 'histogram',
    unit: 'appends',
    help: 'Appends written to the event log in one transaction.',
    labels: {},
    buckets: APPENDS,
  },
  anamnesis_append_batch_events: {
    kind: 'histogram',
    unit: 'events',
    help: 'Events written to the event log in one transaction.',
    labels: {},
    buckets: EVENTS,
  },
  anamnesis_append_queue_length: {
    kind: 'gauge',
    unit: 'appends',
    help: 'Appends waiting for the transaction before them.',
    labels: {},
  },
  anamnesis_append_queue_bytes: {
    kind: 'gauge',
    unit: 'bytes',
    help: 'Size, as stored, of the appends that are waiting.',
    labels: {},
  },
  anamnesis_append_oldest_seconds: {
    kind: 'gauge',
    unit: 'seconds',
    help: 'Age of the oldest append in progress; 0 when there is none.',
    labels: {},
  },
  anamnesis_lease_held: {
    kind: 'gauge',
    unit: 'one',
    help: 'Leases that this process holds under a name, partitions counted one by one; 0 once it has lost them all.',
    labels: { lease: { of: 'the lease names: one per follower and verification', atMost: 96 } },
  },
  anamnesis_nodes: {
    kind: 'gauge',
    unit: 'one',
    help: 'Live nodes on the same database, by role.',
    labels: { role: nodeRoles },
  },
  anamnesis_duty_covered: {
    kind: 'gauge',
    unit: 'one',
    help: 'Whether any live node performs a duty (answering requests, running consumers, maintaining projections): 1 or 0.',
    labels: { duty: nodeDuties },
  },
  anamnesis_lease_changes_total: {
    kind: 'counter',
    unit: 'one',
    help: 'Leases that this process acquired, released, or lost because it could not renew them in time.',
    labels: { change: ['acquired', 'released', 'lost'] },
  },
  anamnesis_followers_known: {
    kind: 'gauge',
    unit: 'one',
    help: 'Whether the database reported the state of projections and consumers in time; at 0 the metrics that come from it are absent.',
    labels: {},
  },
  anamnesis_follower_events_behind: {
    kind: 'gauge',
    unit: 'events',
    help: 'Events between the checkpoint of a projection or consumer and the end of the log.',
    labels: followers,
  },
  anamnesis_follower_seconds_behind: {
    kind: 'gauge',
    unit: 'seconds',
    help: 'Age of the oldest event that a projection or consumer has not handled; 0 when there is none.',
    labels: followers,
  },
  anamnesis_follower_owner_seconds: {
    kind: 'gauge',
    unit: 'seconds',
    help: 'How long the current owner, in whichever process, has held the lease on the work; 0 when it is free.',
    labels: followers,
  },
  anamnesis_follower_parked: {
    kind: 'gauge',
    unit: 'events',
    help: 'Parked events that are waiting for an admin.',
    labels: followers,
  },
  anamnesis_follower_state: {
    kind: 'gauge',
    unit: 'one',
    help: 'State of a projection or consumer as this process sees it: 1 for the current state, 0 for the others.',
    labels: { ...followers, state: ['running', 'waiting', 'blocked', 'failing', 'stopped'] },
  },
  anamnesis_follower_failures_total: {
    kind: 'counter',
    unit: 'one',
    help: 'Times that a projection or consumer stopped with an error and was scheduled for another attempt.',
    labels: followers,
  },
  anamnesis_projection_batch_seconds: {
    kind: 'histogram',
    unit: 'seconds',
    help: 'Time to fold one page of events, its transaction included.',
    labels: { projection: projections },
  },
  anamnesis_projection_events_total: {
    kind: 'counter',
    unit: 'events',
    help: 'Events folded into a projection, rebuilds included.',
    labels: { projection: projections },
  },
  anamnesis_projection_rebuild_ratio: {
    kind: 'gauge',
    unit: 'ratio',
    help: 'Progress of a projection rebuild, from 0 to 1; 1 when none is running.',
    labels: { projection: projections },
  },
  anamnesis_projection_rebuild_waits: {
    kind: 'gauge',
    unit: 'one',
    help: 'Whether a rebuilt index misses documents that the live one finds and is waiting for a decision.',
    labels: { projection: projections },
  },
  anamnesis_index_passages: {
    kind: 'gauge',
    unit: 'one',
    help: 'Searchable passages of the live index; absent when they cannot be counted in time.',
    labels: {},
  },
  anamnesis_index_passages_lacking_vectors: {
    kind: 'gauge',
    unit: 'one',
    help: 'Passages of the live index whose vector is missing: only keyword search finds them.',
    labels: {},
  },
  anamnesis_projection_rebuilds_total: {
    kind: 'counter',
    unit: 'one',
    help: 'Projection rebuilds that ended in this process, by outcome.',
    labels: { projection: projections, outcome: ['switched', 'failed'] },
  },
  anamnesis_read_wait_seconds: {
    kind: 'histogram',
    unit: 'seconds',
    help: 'Time that readers waited for a projection to reach the position of their own write, by whether it did in time.',
    labels: { projection: projections, outcome: ['reached', 'timed_out'] },
  },
  anamnesis_read_replica_reads_total: {
    kind: 'counter',
    unit: 'one',
    help: 'Read models opened with read replicas configured: on a replica, or on the primary because no replica was current or answered.',
    labels: { outcome: ['read', 'behind', 'away'] },
  },
  anamnesis_read_replicas_usable: {
    kind: 'gauge',
    unit: 'one',
    help: 'Read replicas in use; absent when none is configured.',
    labels: {},
  },
  anamnesis_read_replica_behind_bytes: {
    kind: 'gauge',
    unit: 'bytes',
    help: "Bytes of the primary's write-ahead log that the slowest read replica has not replayed.",
    labels: {},
  },
  anamnesis_numbering_behind_seconds: {
    kind: 'gauge',
    unit: 'seconds',
    help: 'Age of the oldest event seen in KurrentDB that has no position yet.',
    labels: {},
  },
  anamnesis_consumer_failures_total: {
    kind: 'counter',
    unit: 'one',
    help: 'Failed attempts of a consumer to handle an event.',
    labels: { consumer: consumers },
  },
  anamnesis_consumer_parked_total: {
    kind: 'counter',
    unit: 'events',
    help: 'Events that a consumer parked.',
    labels: { consumer: consumers },
  },
  anamnesis_master_key_age_seconds: {
    kind: 'gauge',
    unit: 'seconds',
    help: 'The age of the master key in use, since its rotation or the first key that it wrapped.',
    labels: {},
  },
  anamnesis_master_key_rotation_remaining: {
    kind: 'gauge',
    unit: 'one',
    help: 'Keys that are still to be wrapped with the new master key; absent unless it is being rotated.',
    labels: {},
  },
  anamnesis_log_sealed_position: {
    kind: 'gauge',
    unit: 'one',
    help: 'The position up to which the newest checkpoint seals the log, as the process that seals it knows.',
    labels: {},
  },
  anamnesis_log_verified_position: {
    kind: 'gauge',
    unit: 'one',
    help: 'The position up to which the whole log was last verified against its checkpoints.',
    labels: {},
  },
  anamnesis_log_altered_position: {
    kind: 'gauge',
    unit: 'one',
    help: 'The first position that differs from what was sealed, by the last verification; absent if it found none.',
    labels: {},
  },
  anamnesis_log_witnessed_position: {
    kind: 'gauge',
    unit: 'one',
    help: 'The position up to which every configured witness keeps a checkpoint of the log; absent without a witness.',
    labels: {},
  },
  anamnesis_sealing_stopped: {
    kind: 'gauge',
    unit: 'one',
    help: 'Whether no checkpoint of the log is signed (1) until a person decides.',
    labels: {},
  },
  anamnesis_relay_events_total: {
    kind: 'counter',
    unit: 'events',
    help: 'Events that this process published for other systems.',
    labels: {},
  },
  anamnesis_relay_publish_seconds: {
    kind: 'histogram',
    unit: 'seconds',
    help: 'Time to publish a batch of up to 500 events.',
    labels: {},
  },
  anamnesis_timer_delay_seconds: {
    kind: 'histogram',
    unit: 'seconds',
    help: "Delay between a timer's due time and its firing.",
    labels: {},
  },
  anamnesis_phi_screens_total: {
    kind: 'counter',
    unit: 'one',
    help: 'Questions and documents screened for PHI, by whether any was found.',
    labels: { of: ['question', 'document'], outcome: ['found', 'clear'] },
  },
  anamnesis_reviews: {
    kind: 'gauge',
    unit: 'one',
    help: 'Reviews of questions, by verdict; `none` means still open.',
    labels: { kind: reviewKinds, verdict: ['none', ...reviewVerdicts] },
  },
  anamnesis_phi_detector_failures_total: {
    kind: 'counter',
    unit: 'one',
    help: 'Texts assumed to hold PHI because a detector did not answer.',
    labels: { detector: phiDetectorKinds },
  },
  anamnesis_component_calls_total: {
    kind: 'counter',
    unit: 'one',
    help: 'Calls of a component that answers depend on, by outcome; calls cancelled by their caller are not counted.',
    labels: { component: components, outcome: ['ok', 'failed'] },
  },
  anamnesis_component_failed: {
    kind: 'gauge',
    unit: 'one',
    help: 'Whether this process bypasses a component because it keeps failing: 1 or 0.',
    labels: { component: components },
  },
  anamnesis_alerts_total: {
    kind: 'counter',
    unit: 'one',
    help: 'Alerts by channel and whether they were delivered; a failed one is retried.',
    labels: { channel: ['webhook', 'email'], outcome: ['sent', 'failed'] },
  },
  anamnesis_degraded_mode: {
    kind: 'gauge',
    unit: 'one',
    help: 'Whether this process is in degraded mode because several critical components are failing: 1 or 0.',
    labels: {},
  },
  anamnesis_trace_spans_total: {
    kind: 'counter',
    unit: 'one',
    help: 'Trace spans by outcome: exported, lost because the receiver failed, or dropped because the queue was full.',
    labels: { outcome: ['exported', 'failed', 'dropped'] },
  },
  anamnesis_outside_requests_refused_total: {
    kind: 'counter',
    unit: 'one',
    help: 'Requests to external services that were not sent because their text seemed to identify a person.',
    labels: {
      component: [
        'embedding',
        'reranking',
        'phi-detection',
        'local-model',
        'cloud-model',
        'external-sources',
        'alerts',
        'files',
        'mail',
        'calendar',
        'patient-records',
        'kafka',
      ],
    },
  },
  anamnesis_source_searches_total: {
    kind: 'counter',
    unit: 'one',
    help: 'Searches of external sources, by outcome.',
    labels: {
      source: externalSources,
      outcome: ['ok', 'failed', 'timeout', 'not_configured', 'skipped'],
    },
  },
  anamnesis_indexing_stage_seconds: {
    kind: 'histogram',
    unit: 'seconds',
    help: 'Time that one indexing stage took for one document.',
    labels: { stage: ['extract', 'clean', 'chunk', 'embed'] },
  },
  anamnesis_vectors: {
    kind: 'gauge',
    unit: 'one',
    help: 'Vectors in the search index when last counted, where a graph may be used to search them.',
    labels: {},
  },
  anamnesis_lexical_terms_fetched_total: {
    kind: 'counter',
    unit: 'one',
    help: 'Terms whose postings a node had to read from the lexical tables.',
    labels: {},
  },
  anamnesis_lexical_cache_bytes: {
    kind: 'gauge',
    unit: 'bytes',
    help: 'Size of the postings that a node caches from the lexical tables, at most LEXICAL_CACHE_MB.',
    labels: {},
  },
  anamnesis_search_documents_by_words_only: {
    kind: 'gauge',
    unit: 'one',
    help: 'Documents that only keyword search finds for now, because the files with their vectors cannot be read.',
    labels: {},
  },
  anamnesis_vector_recall_ratio: {
    kind: 'gauge',
    unit: 'ratio',
    help: "Recall of the search index's graph when last measured, from 0 to 1.",
    labels: {},
  },
  anamnesis_vector_search_exact: {
    kind: 'gauge',
    unit: 'one',
    help: 'Whether a search compares every vector (1) or uses the graph (0).',
    labels: {},
  },
  anamnesis_search_seconds: {
    kind: 'histogram',
    unit: 'seconds',
    help: 'Duration of a whole search, by whether its result came from the cache.',
    labels: { cached: ['true', 'false'] },
  },
  anamnesis_search_stage_seconds: {
    kind: 'histogram',
    unit: 'seconds',
    help: 'Duration of one successful search step.',
    labels: { stage: searchStages },
  },
  anamnesis_search_stage_failures_total: {
    kind: 'counter',
    unit: 'one',
    help: 'Search steps that failed or timed out; the search continued without them.',
    labels: { stage: searchStages },
  },
  anamnesis_search_variations_left_out_total: {
    kind: 'counter',
    unit: 'one',
    help: 'Searches that left out a variation of the question.',
    labels: {},
  },
  anamnesis_search_cache_total: {
    kind: 'counter',
    unit: 'one',
    help: 'Searches by result-cache outcome: hit, miss, or joined to the same search in progress.',
    labels: { outcome: ['hit', 'miss', 'shared'] },
  },
  anamnesis_search_cache_failures_total: {
    kind: 'counter',
    unit: 'one',
    help: 'Failures of the result cache; the search continued without it.',
    labels: {},
  },
  anamnesis_embedding_cache_total: {
    kind: 'counter',
    unit: 'one',
    help: 'Texts to embed by cache outcome: hit, miss, or joined to the same text in progress.',
    labels: { cache: ['passages', 'queries'], outcome: ['hit', 'miss', 'shared'] },
  },
  anamnesis_embedding_cache_failures_total: {
    kind: 'counter',
    unit: 'one',
    help: 'Failures of the embedding caches; embedding continued without them.',
    labels: {},
  },
  anamnesis_embedding_alike_total: {
    kind: 'counter',
    unit: 'one',
    help: 'Questions that could not be embedded and used the vector of a similarly worded one.',
    labels: {},
  },
  anamnesis_embedding_request_failures_total: {
    kind: 'counter',
    unit: 'one',
    help: 'Failed requests to an embedding service, counted per attempt.',
    labels: { kind: ['document', 'query'], reason: [...failureCodes, 'aborted'] },
  },
  anamnesis_embedding_tokens_total: {
    kind: 'counter',
    unit: 'tokens',
    help: 'Tokens embedded by a service.',
    labels: {},
  },
  anamnesis_embedding_cost_usd_total: {
    kind: 'counter',
    unit: 'us_dollars',
    help: 'Cost of embedding, where the price of the model is known.',
    labels: {},
  },
  anamnesis_model_cost_month_usd: {
    kind: 'gauge',
    unit: 'us_dollars',
    help: 'Cost of language models on all nodes in this calendar month (UTC); calls in progress count with their maximum cost.',
    labels: {},
  },
  anamnesis_http_request_duration_seconds: {
    kind: 'histogram',
    unit: 'seconds',
    help: 'Time to answer a request up to its last byte; event streams are not counted.',
    labels: {
      method: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'other'],
      route: { of: 'the route paths as declared, "/console" and "unmatched"', atMost: 256 },
      status: { of: 'the classes of HTTP statuses, e.g. 2xx', atMost: 5 },
    },
  },
  anamnesis_http_requests_in_flight: {
    kind: 'gauge',
    unit: 'one',
    help: 'Requests being answered, event streams included.',
    labels: {},
  },
  anamnesis_http_streams_open: {
    kind: 'gauge',
    unit: 'one',
    help: 'Open Server-Sent Events streams.',
    labels: {},
  },
  anamnesis_http_rate_limited_total: {
    kind: 'counter',
    unit: 'one',
    help: 'Requests refused because of a rate limit.',
    labels: { limit: { of: 'the names of the rate limits, e.g. failed-sign-ins', atMost: 16 } },
  },
  anamnesis_rate_limits_alone_total: {
    kind: 'counter',
    unit: 'one',
    help: 'Requests that this node rate-limited separately because Redis did not answer in time.',
    labels: {},
  },
  anamnesis_redis_seconds: {
    kind: 'histogram',
    unit: 'seconds',
    help: 'Duration of Redis calls, by outcome; `left_alone` counts calls not made because Redis kept failing.',
    labels: {
      operation: ['limit', 'cache', 'draft', 'wake', 'check'],
      outcome: ['ok', 'failed', 'left_alone'],
    },
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
  },
  anamnesis_http_failed_sign_ins_total: {
    kind: 'counter',
    unit: 'one',
    help: 'Tokens that were refused: malformed, expired, revoked or unknown.',
    labels: {},
  },
  anamnesis_http_uploads_open: {
    kind: 'gauge',
    unit: 'one',
    help: 'Uploads being received.',
    labels: {},
  },
  anamnesis_disk_free_bytes: {
    kind: 'gauge',
    unit: 'bytes',
    help: 'Free space on the disk of the data directory, and on the disk of the blobs if that is a different one.',
    labels: { holds: ['data', 'blobs'] },
  },
  anamnesis_backup_age_seconds: {
    kind: 'gauge',
    unit: 'seconds',
    help: 'Time since the last backup was begun, or since the first event when there was none.',
    labels: {},
  },
  anamnesis_blob_store_seconds: {
    kind: 'histogram',
    unit: 'seconds',
    help: 'Duration of requests to the blob bucket, retries included; for reads, until the first byte.',
    labels: { operation: ['put', 'copy', 'read', 'list', 'remove'], outcome: ['done', 'failed'] },
  },
  voiceassist_tool_calls_total: {
    kind: 'counter',
    unit: 'one',
    help: 'Finished tool calls by outcome; `denied` covers calls declined by a person or a rule, or not confirmed in time.',
    labels: { tool_name: tools, status: ['success', 'error', 'denied', 'timeout'] },
  },
  voiceassist_tool_execution_duration_seconds: {
    kind: 'histogram',
    unit: 'seconds',
    help: 'Time that tools worked on a call, not counting the wait for confirmation.',
    labels: { tool_name: tools },
  },
  voiceassist_tool_confirmation_rate: {
    kind: 'gauge',
    unit: 'one',
    help: 'Fraction of tool calls that people confirmed when asked, since the process started, from 0 to 1.',
    labels: { tool_name: tools },
  },
  voiceassist_tool_error_rate: {
    kind: 'gauge',
    unit: 'one',
    help: "Fraction of a tool's calls that failed or timed out, since the process started, from 0 to 1.",
    labels: { tool_name: tools },
  },
} as const satisfies MetricDefinitions;
