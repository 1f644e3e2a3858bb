import { reviewKinds, reviewVerdicts } from '../domain/consultation/review/review-events.ts';
import { externalSources } from '../domain/consultation/sources/source-name.ts';
import { failureCodes } from '../domain/kernel/failure.ts';
import { nodeDuties, nodeRoles } from './nodes.ts';
import { phiDetectorKinds } from './phi-detector.ts';

/** The values of a label: all of them by name, or what they are and how many there can be at most. */
export type LabelValues = readonly string[] | { readonly of: string; readonly atMost: number };

/** What one metric is, for whoever writes it, reads it or draws it. */
export type MetricDefinition = {
  readonly kind: 'counter' | 'gauge' | 'histogram';
  readonly unit: 'seconds' | 'bytes' | 'events' | 'appends' | 'tokens' | 'us_dollars' | 'ratio' | 'one';
  /** One sentence. */
  readonly help: string;
  /** Bounded sets only: never an id, nor a text of a user. */
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
const components = { of: 'the names of the components', atMost: 24 } as const;
/** Of which there are some thirty; those that do not exist are counted together. */
const tools = { of: 'the names of the tools', atMost: 64 } as const;
const searchStages = ['dense', 'lexical', 'rerank'] as const;

/** Up to the limits of one transaction: 256 appends, 2,000 events (`infra/storage/event-store/append-limits.ts`). */
const APPENDS = [1, 2, 4, 8, 16, 32, 64, 128, 256] as const;
const EVENTS = [1, 2, 5, 10, 25, 50, 100, 250, 500, 1000, 2000] as const;

/**
 * Every metric of the program. Names follow the conventions of Prometheus, begin with `anamnesis_` and do not change:
 * dashboards and rules hold on to them. Those of tools are older than this program, and stay as its users know them. What a process reports of itself (CPU, memory, event loop) comes beside these
 * from prom-client.
 */
export const metricDefinitions = {
  anamnesis_append_seconds: {
    kind: 'histogram',
    unit: 'seconds',
    help: 'How long callers waited for an append to the event log, by what became of it.',
    labels: { outcome: ['appended', 'repeated', 'conflict', 'lease_lost', 'erased', 'failed'] },
  },
  anamnesis_append_batch_appends: {
    kind: 'histogram',
    unit: 'appends',
    help: 'Appends that went to the event log in one transaction.',
    labels: {},
    buckets: APPENDS,
  },
  anamnesis_append_batch_events: {
    kind: 'histogram',
    unit: 'events',
    help: 'Events that went to the event log in one transaction.',
    labels: {},
    buckets: EVENTS,
  },
  anamnesis_append_queue_length: {
    kind: 'gauge',
    unit: 'appends',
    help: 'Appends that wait for the transaction before them.',
    labels: {},
  },
  anamnesis_append_queue_bytes: {
    kind: 'gauge',
    unit: 'bytes',
    help: 'Size of the appends that wait, as they will be stored.',
    labels: {},
  },
  anamnesis_append_oldest_seconds: {
    kind: 'gauge',
    unit: 'seconds',
    help: 'For how long the oldest append has been under way; 0 when there is none.',
    labels: {},
  },
  anamnesis_lease_held: {
    kind: 'gauge',
    unit: 'one',
    help: 'How many leases of a name, or shares of it, this process holds; 0 once it has held some and no longer does.',
    labels: { lease: { of: 'the names of the leases, one for each follower and verification', atMost: 96 } },
  },
  anamnesis_nodes: {
    kind: 'gauge',
    unit: 'one',
    help: 'Nodes on the same database that have announced themselves within the last seconds, by role.',
    labels: { role: nodeRoles },
  },
  anamnesis_duty_covered: {
    kind: 'gauge',
    unit: 'one',
    help: 'Whether some node that lives answers requests, runs consumers, keeps projections current (1), or none does (0).',
    labels: { duty: nodeDuties },
  },
  anamnesis_lease_changes_total: {
    kind: 'counter',
    unit: 'one',
    help: 'Leases that this process acquired, gave back, or lost because it could not renew them in time.',
    labels: { change: ['acquired', 'released', 'lost'] },
  },
  anamnesis_followers_known: {
    kind: 'gauge',
    unit: 'one',
    help: 'Whether the database told in time how projections and consumers are doing; at 0 what it tells of them is left out.',
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
    help: 'For how long the lease on the work has had its present owner, whichever process that is; 0 when nobody has it.',
    labels: followers,
  },
  anamnesis_follower_parked: {
    kind: 'gauge',
    unit: 'events',
    help: 'Events that were given up and wait for an admin.',
    labels: followers,
  },
  anamnesis_follower_state: {
    kind: 'gauge',
    unit: 'one',
    help: 'How a projection or consumer is doing as this process sees it: 1 for its state, 0 for the others.',
    labels: { ...followers, state: ['running', 'waiting', 'blocked', 'failing', 'stopped'] },
  },
  anamnesis_follower_failures_total: {
    kind: 'counter',
    unit: 'one',
    help: 'How often a projection or consumer stopped in an error, to be tried again.',
    labels: followers,
  },
  anamnesis_projection_batch_seconds: {
    kind: 'histogram',
    unit: 'seconds',
    help: 'How long folding one page of events took, with its transaction.',
    labels: { projection: projections },
  },
  anamnesis_projection_events_total: {
    kind: 'counter',
    unit: 'events',
    help: 'Events folded into a projection, those of a rebuild included.',
    labels: { projection: projections },
  },
  anamnesis_projection_rebuild_ratio: {
    kind: 'gauge',
    unit: 'ratio',
    help: 'How far the rebuild of a projection has come, from 0 to 1; 1 when none is under way.',
    labels: { projection: projections },
  },
  anamnesis_projection_rebuild_waits: {
    kind: 'gauge',
    unit: 'one',
    help: 'Whether a rebuilt index loses what the live one finds and waits for a person.',
    labels: { projection: projections },
  },
  anamnesis_index_passages: {
    kind: 'gauge',
    unit: 'one',
    help: 'Passages of the live search index that can be found; absent where it cannot be counted in time.',
    labels: {},
  },
  anamnesis_index_passages_lacking_vectors: {
    kind: 'gauge',
    unit: 'one',
    help: 'Passages of the live search index without the vector that they should have: words alone find them.',
    labels: {},
  },
  anamnesis_projection_rebuilds_total: {
    kind: 'counter',
    unit: 'one',
    help: 'Rebuilds of a projection by this process that ended, by how.',
    labels: { projection: projections, outcome: ['switched', 'failed'] },
  },
  anamnesis_read_wait_seconds: {
    kind: 'histogram',
    unit: 'seconds',
    help: 'How long readers waited for a projection to reach the position of their own write, and whether it did in time.',
    labels: { projection: projections, outcome: ['reached', 'timed_out'] },
  },
  anamnesis_read_replica_reads_total: {
    kind: 'counter',
    unit: 'one',
    help: 'Read models opened where read replicas are configured: on one, or on the primary because none had come far enough or none answered.',
    labels: { outcome: ['read', 'behind', 'away'] },
  },
  anamnesis_read_replicas_usable: {
    kind: 'gauge',
    unit: 'one',
    help: 'Read replicas that are read from at the moment; absent where none is configured.',
    labels: {},
  },
  anamnesis_read_replica_behind_bytes: {
    kind: 'gauge',
    unit: 'bytes',
    help: 'Log of the primary that the read replica which is furthest behind has not replayed yet.',
    labels: {},
  },
  anamnesis_numbering_behind_seconds: {
    kind: 'gauge',
    unit: 'seconds',
    help: 'For how long the oldest event in KurrentDB that was seen there has been waiting for its number.',
    labels: {},
  },
  anamnesis_consumer_failures_total: {
    kind: 'counter',
    unit: 'one',
    help: 'Failed attempts of a consumer at an event.',
    labels: { consumer: consumers },
  },
  anamnesis_consumer_parked_total: {
    kind: 'counter',
    unit: 'events',
    help: 'Events that a consumer gave up.',
    labels: { consumer: consumers },
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
    help: 'How long publishing took, up to 500 events at a time.',
    labels: {},
  },
  anamnesis_timer_delay_seconds: {
    kind: 'histogram',
    unit: 'seconds',
    help: 'How long after its instant a timer went off.',
    labels: {},
  },
  anamnesis_phi_screens_total: {
    kind: 'counter',
    unit: 'one',
    help: 'Questions and documents screened for PHI, by whether there was any; never what.',
    labels: { of: ['question', 'document'], outcome: ['found', 'clear'] },
  },
  anamnesis_reviews: {
    kind: 'gauge',
    unit: 'one',
    help: 'What is or was to be reviewed of questions, by its verdict: `none` is still open.',
    labels: { kind: reviewKinds, verdict: ['none', ...reviewVerdicts] },
  },
  anamnesis_phi_detector_failures_total: {
    kind: 'counter',
    unit: 'one',
    help: 'Texts for which a detector of PHI did not answer, so that PHI was assumed.',
    labels: { detector: phiDetectorKinds },
  },
  anamnesis_component_calls_total: {
    kind: 'counter',
    unit: 'one',
    help: 'What came of asking a component that answers need, calls that were given up by whoever asked aside.',
    labels: { component: components, outcome: ['ok', 'failed'] },
  },
  anamnesis_component_failed: {
    kind: 'gauge',
    unit: 'one',
    help: 'Whether this process does without a component because it keeps failing: 1 or 0.',
    labels: { component: components },
  },
  anamnesis_alerts_total: {
    kind: 'counter',
    unit: 'one',
    help: 'Alerts by the way to an operator, and whether they were taken; one that was not is tried again.',
    labels: { channel: ['webhook', 'email'], outcome: ['sent', 'failed'] },
  },
  anamnesis_degraded_mode: {
    kind: 'gauge',
    unit: 'one',
    help: 'Whether this process works in degraded mode because several critical components fail: 1 or 0.',
    labels: {},
  },
  anamnesis_trace_spans_total: {
    kind: 'counter',
    unit: 'one',
    help: 'Spans of traces by what became of them: taken by the receiver, lost because it failed, or dropped because too many waited.',
    labels: { outcome: ['exported', 'failed', 'dropped'] },
  },
  anamnesis_outside_requests_refused_total: {
    kind: 'counter',
    unit: 'one',
    help: 'Requests to services outside that were not sent because their texts seemed to identify a person; never what.',
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
    help: 'Searches of sources outside for questions, by what came of them.',
    labels: {
      source: externalSources,
      outcome: ['ok', 'failed', 'timeout', 'not_configured', 'skipped'],
    },
  },
  anamnesis_indexing_stage_seconds: {
    kind: 'histogram',
    unit: 'seconds',
    help: 'How long one stage of indexing took for one document.',
    labels: { stage: ['extract', 'clean', 'chunk', 'embed'] },
  },
  anamnesis_vectors: {
    kind: 'gauge',
    unit: 'one',
    help: 'Vectors in the search index at the last look, where they may be searched by a graph.',
    labels: {},
  },
  anamnesis_lexical_terms_fetched_total: {
    kind: 'counter',
    unit: 'one',
    help: 'Terms whose occurrences a node read from the tables of words, since it did not keep them.',
    labels: {},
  },
  anamnesis_lexical_cache_bytes: {
    kind: 'gauge',
    unit: 'bytes',
    help: 'What a node keeps of the occurrences that it read from the tables of words, up to LEXICAL_CACHE_MB.',
    labels: {},
  },
  anamnesis_search_documents_by_words_only: {
    kind: 'gauge',
    unit: 'one',
    help: 'Documents that words alone find for now: their vectors are sealed in files that cannot be read.',
    labels: {},
  },
  anamnesis_vector_recall_ratio: {
    kind: 'gauge',
    unit: 'ratio',
    help: 'Share of the nearest vectors that the graph of the search index found when it was last measured.',
    labels: {},
  },
  anamnesis_vector_search_exact: {
    kind: 'gauge',
    unit: 'one',
    help: 'Whether a search compares every vector (1) or those that a graph leads to (0).',
    labels: {},
  },
  anamnesis_search_seconds: {
    kind: 'histogram',
    unit: 'seconds',
    help: 'How long a search took as a whole, by whether its result was in the cache.',
    labels: { cached: ['true', 'false'] },
  },
  anamnesis_search_stage_seconds: {
    kind: 'histogram',
    unit: 'seconds',
    help: 'How long one step of a search took that succeeded.',
    labels: { stage: searchStages },
  },
  anamnesis_search_stage_failures_total: {
    kind: 'counter',
    unit: 'one',
    help: 'Steps of a search that failed or took too long; the others answered without them.',
    labels: { stage: searchStages },
  },
  anamnesis_search_variations_left_out_total: {
    kind: 'counter',
    unit: 'one',
    help: 'Searches of which a variation of the question was left out.',
    labels: {},
  },
  anamnesis_search_cache_total: {
    kind: 'counter',
    unit: 'one',
    help: 'Searches by what the cache of results had: the result, nothing, or the same search under way.',
    labels: { outcome: ['hit', 'miss', 'shared'] },
  },
  anamnesis_search_cache_failures_total: {
    kind: 'counter',
    unit: 'one',
    help: 'Failures of the cache of results, which was passed by.',
    labels: {},
  },
  anamnesis_embedding_cache_total: {
    kind: 'counter',
    unit: 'one',
    help: 'Texts to be embedded by what the cache had: the vector, nothing, or the same text under way.',
    labels: { cache: ['passages', 'queries'], outcome: ['hit', 'miss', 'shared'] },
  },
  anamnesis_embedding_cache_failures_total: {
    kind: 'counter',
    unit: 'one',
    help: 'Failures of the caches of embeddings, which were passed by.',
    labels: {},
  },
  anamnesis_embedding_alike_total: {
    kind: 'counter',
    unit: 'one',
    help: 'Questions that got the vector of one worded alike because they could not be embedded.',
    labels: {},
  },
  anamnesis_embedding_request_failures_total: {
    kind: 'counter',
    unit: 'one',
    help: 'Failed requests to an embedding service, each attempt counted.',
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
    help: 'What embedding cost, where the price of the model is known.',
    labels: {},
  },
  anamnesis_model_cost_month_usd: {
    kind: 'gauge',
    unit: 'us_dollars',
    help: 'What language models have cost in this calendar month (UTC) on all nodes; calls under way at the most that they can cost.',
    labels: {},
  },
  anamnesis_http_request_duration_seconds: {
    kind: 'histogram',
    unit: 'seconds',
    help: 'How long answering a request took, up to its last byte; streams of events are left out.',
    labels: {
      method: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'other'],
      route: { of: 'the paths of the routes as they are declared, and "unmatched"', atMost: 128 },
      status: { of: 'the classes of HTTP statuses, e.g. 2xx', atMost: 5 },
    },
  },
  anamnesis_http_requests_in_flight: {
    kind: 'gauge',
    unit: 'one',
    help: 'Requests that are being answered, streams of events included.',
    labels: {},
  },
  anamnesis_http_streams_open: {
    kind: 'gauge',
    unit: 'one',
    help: 'Open streams of Server-Sent Events.',
    labels: {},
  },
  anamnesis_http_rate_limited_total: {
    kind: 'counter',
    unit: 'one',
    help: 'Requests that were refused because somebody was over a limit.',
    labels: { limit: { of: 'the names of the rate limits, e.g. failed-sign-ins', atMost: 16 } },
  },
  anamnesis_rate_limits_alone_total: {
    kind: 'counter',
    unit: 'one',
    help: 'Requests that this node counted for itself, because Redis did not answer in time.',
    labels: {},
  },
  anamnesis_redis_seconds: {
    kind: 'histogram',
    unit: 'seconds',
    help: 'How long Redis took for what it was asked; left alone where it was not asked because it had failed repeatedly.',
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
    help: 'Uploads that are being taken in.',
    labels: {},
  },
  anamnesis_disk_free_bytes: {
    kind: 'gauge',
    unit: 'bytes',
    help: 'Free space on the disk of the data directory, and on that of the blobs where it is another.',
    labels: { holds: ['data', 'blobs'] },
  },
  anamnesis_blob_store_seconds: {
    kind: 'histogram',
    unit: 'seconds',
    help: 'How long requests to the bucket of files took, with what was tried again; of reading, until its beginning.',
    labels: { operation: ['put', 'copy', 'read', 'list', 'remove'], outcome: ['done', 'failed'] },
  },
  voiceassist_tool_calls_total: {
    kind: 'counter',
    unit: 'one',
    help: 'Calls of tools that have ended: denied where a person or a rule said no, or nobody said yes in time.',
    labels: { tool_name: tools, status: ['success', 'error', 'denied', 'timeout'] },
  },
  voiceassist_tool_execution_duration_seconds: {
    kind: 'histogram',
    unit: 'seconds',
    help: 'How long tools worked on a call, without the time in which a person had to confirm it.',
    labels: { tool_name: tools },
  },
  voiceassist_tool_confirmation_rate: {
    kind: 'gauge',
    unit: 'one',
    help: 'Share of the calls that a person was asked about which they confirmed, since the process began, from 0 to 1.',
    labels: { tool_name: tools },
  },
  voiceassist_tool_error_rate: {
    kind: 'gauge',
    unit: 'one',
    help: 'Share of the calls of a tool that ended in an error or ran out of time, since the process began, from 0 to 1.',
    labels: { tool_name: tools },
  },
} as const satisfies MetricDefinitions;
