import { explanationExample } from './explanation-example.ts';
import {
  admin,
  backupId,
  clinician,
  conversationId,
  docKey,
  eventId,
  fileHash,
  fingerprint,
  grantId,
  jobId,
  queryId,
  second,
  tokenId,
} from './ids.ts';
import type { RouteExample } from './route-example.ts';

const NDJSON = 'application/x-ndjson';

const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

const event = {
  position: 1,
  id: eventId,
  type: 'DocumentVersionAdded',
  schemaVersion: 1,
  streamId: `document-${docKey}`,
  revision: 0,
  recordedAt: second(0),
  data: {
    docKey,
    version: 1,
    jobId,
    contentHash: fileHash,
    size: 3257,
    format: 'docx',
    fileName: 'hypoglycemia.docx',
    metadata: { sourceType: 'guideline', specialty: ['endocrinology'], containsPhi: false },
  },
  metadata: {
    correlationId: eventId,
    causationId: eventId,
    actor: { id: admin, role: 'admin' },
    traceparent,
    client: { ip: '127.0.0.1', userAgent: 'curl/8.5.0' },
    phi: false,
    subject: `document:${docKey}`,
  },
};

const review = {
  reviewId: `phi-${queryId}`,
  kind: 'phi',
  queryId,
  askedBy: clinician,
  state: 'open',
  causes: ['disputed'],
  openedAt: second(70),
  verdict: null,
  resolvedBy: null,
  resolvedAt: null,
} as const;

const entry = {
  eventId,
  position: 1,
  type: 'DocumentVersionAdded',
  action: 'Took in a document, or a new version of one.',
  streamId: event.streamId,
  category: 'document',
  revision: 0,
  recordedAt: second(0),
  actorId: admin,
  actorRole: 'admin',
  onBehalfOf: null,
  correlationId: eventId,
  causationId: eventId,
  traceparent,
  ip: '127.0.0.1',
  userAgent: 'curl/8.5.0',
  phi: false,
  subject: `document:${docKey}`,
  about: [`document:${docKey}`],
  basis: null,
  outcome: 'success',
  object: event.streamId,
};

const nodeId = '019a8f5e-7c2b-7b7a-9d1e-3f5a6b7c8d9e';

const follower = {
  name: 'documents',
  kind: 'projection',
  generation: 1,
  checkpoint: 46,
  head: 46,
  eventsBehind: 0,
  secondsBehind: 0,
  alive: true,
  ownerSeconds: 14.6,
  shares: 1,
  owners: [{ node: nodeId, shares: 1 }],
  state: 'running',
  parked: 0,
};

const parked = {
  consumer: 'indexing-worker',
  eventId,
  eventType: 'DocumentVersionAdded',
  streamId: event.streamId,
  position: 1,
  attempts: 5,
  reason: 'timeout',
  message: 'The embedding endpoint did not answer in time.',
  waitsBehind: null,
  untold: null,
  parkedAt: second(300),
  replayRequestedAt: null,
};

const logged = {
  entryId: queryId,
  kind: 'question',
  queryId,
  streamId: `query-${queryId}`,
  actorId: clinician,
  actorRole: 'clinician',
  askedAt: second(30),
  status: 'answered',
  milliseconds: 320,
  searchMilliseconds: 227,
  stages: [{ source: 'dense', outcome: 'ok', found: 3, milliseconds: 7.4 }],
  found: 3,
  zeroResult: false,
  cached: false,
  degraded: false,
  intent: 'treatment',
  fingerprint,
  concepts: ['hypoglycemia'],
  protocolNumbers: [],
  model: 'extractive',
  failedComponent: null,
  failedReason: null,
};

const metadata = { position: 46, generation: 1 };

/** The example of C2SP tlog-checkpoint, with a size of this log. */
const checkpoint = {
  size: 20,
  root: 'CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=',
  note: 'hospital.example/anamnesis\n20\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n\n— hospital.example/anamnesis Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=\n',
  verifierKey: 'hospital.example/anamnesis+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k',
};

/** Example calls for compliance officers and operators. */
export const operationExamples = {
  listEventSchemas: {
    answers: { 200: [{ type: 'IndexingCompleted', version: 1, path: '/api/schemas/IndexingCompleted/1' }] },
  },
  getEventSchema: {
    params: { type: 'IndexingCompleted', version: 1 },
    contents: {
      'application/schema+json': {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        title: 'IndexingCompleted',
        type: 'object',
        properties: { chunkCount: { type: 'integer', minimum: 0 } },
        required: ['chunkCount'],
      },
    },
  },
  listAuditEntries: {
    query: { category: 'document', from: '2026-11-22' },
    answers: { 200: [entry] },
    metadata,
  },
  searchAuditEntries: {
    body: { subject: 'person:patient-4711', category: 'access' },
    answers: { 200: { entries: [entry], nextCursor: null } },
    metadata,
  },
  getStateAsOf: {
    params: { streamId: 'settings-consultation' },
    query: { asOf: '60', since: '40' },
    answers: {
      200: {
        streamId: 'settings-consultation',
        kind: 'settings',
        asOf: 60,
        recordedAt: second(30),
        state: { temperature: 0.2 },
        changes: [{ field: 'temperature', before: null, after: 0.2 }],
        erased: false,
        unreadableEvents: 0,
      },
    },
    metadata: { position: 60 },
  },
  readTimeline: {
    body: { subject: 'person:patient-4711', readings: true },
    answers: {
      200: {
        entries: [{ ...entry, reason: 'Complaint 12 of 2026', grantId: null, details: null }],
        nextCursor: null,
      },
    },
    metadata,
  },
  listDisclosures: {
    body: { subject: 'patient-4711' },
    answers: {
      200: {
        subject: 'person:patient-4711',
        from: '2020-11-30T08:00:00.000Z',
        disclosures: [
          {
            position: 57,
            at: second(400),
            kind: 'source',
            recipient: 'U.S. National Library of Medicine',
            address: '8600 Rockville Pike, Bethesda, MD 20894, USA',
            content: 'The search terms of a question.',
            fields: ['searchTerms'],
            screening:
              'PHI was found in the question (name) by patterns-8 (strict). Identifying text was removed.',
            purpose: 'To answer a question.',
            exemption: 'treatment',
            by: 'dr-lee',
            about: ['person:patient-4711'],
            streamId: `query-${queryId}`,
            eventId: entry.eventId,
          },
        ],
        notCounted: ['What people passed on themselves, on paper or aloud, is not known here.'],
        nextCursor: null,
      },
    },
    metadata,
  },
  listReviews: { query: { kind: 'phi', state: 'open' }, answers: { 200: [review] }, metadata },
  getReview: {
    params: { reviewId: review.reviewId },
    answers: {
      200: {
        ...review,
        question: 'Fluids for a burn by Browder’s chart?',
        detector: 'patterns-8',
        kinds: ['name'],
        findings: [{ kind: 'name', text: 'Browder', confidence: 0.6 }],
        comment: 'Browder is the name of a burn chart.',
        answer: null,
        drafts: [],
        struck: [],
        failure: null,
        reason: null,
      },
    },
    metadata,
  },
  exportReviews: {
    contents: {
      'application/x-ndjson': {
        reviewId: review.reviewId,
        question: 'Fluids for a burn by Browder’s chart?',
        detector: 'patterns-8',
        kinds: ['name'],
        findings: [{ kind: 'name', text: 'Browder', confidence: 0.6 }],
        verdict: 'false_alarm',
      },
    },
  },
  listBreakGlass: {
    query: { state: 'reviewed' },
    answers: {
      200: [
        {
          grantId,
          state: 'reviewed',
          holder: 'dr-chen',
          holderRole: 'clinician',
          conversationId,
          queryId: null,
          aboutSubject: null,
          reason: 'Patient unconscious in the emergency room, colleague unreachable.',
          approvedBy: null,
          openedAt: second(300),
          expiresAt: second(3900),
          outcome: 'justified',
          reviewedBy: 'compliance-lee',
          reviewedAt: second(9000),
          note: 'Confirmed with the shift lead.',
        },
      ],
    },
    metadata,
  },
  listAuditReviews: {
    answers: {
      200: {
        reviews: [
          {
            reviewId: eventId,
            from: 1,
            to: 26,
            actorId: null,
            subject: null,
            reviewer: 'compliance-lee',
            reviewedAt: second(9000),
          },
        ],
        nextCursor: null,
        upTo: 46,
        uncovered: [
          {
            from: 21,
            to: 24,
            fromAt: second(300),
            toAt: second(310),
            entries: 2,
            because: 'own_entries',
            reviewers: ['compliance-lee'],
          },
          {
            from: 27,
            to: 46,
            fromAt: second(400),
            toAt: second(9000),
            entries: 20,
            because: 'no_review',
            reviewers: [],
          },
        ],
        moreUncovered: false,
      },
    },
    metadata,
  },
  searchFhirAuditEvents: {
    query: { agent: 'dr-chen', date: ['ge2026-11-01'], _count: 20 },
    contents: {
      'application/fhir+json': {
        resourceType: 'Bundle',
        type: 'searchset',
        link: [{ relation: 'self', url: 'AuditEvent?agent=dr-chen&date=ge2026-11-01&_count=20' }],
        entry: [
          { resource: { resourceType: 'AuditEvent', id: eventId, action: 'R' }, search: { mode: 'match' } },
        ],
      },
    },
  },
  searchFhirAuditEventsExplicitly: {
    query: { agent: 'dr-chen', _count: 20 },
    contents: {
      'application/fhir+json': {
        resourceType: 'Bundle',
        type: 'searchset',
        link: [{ relation: 'self', url: 'AuditEvent?agent=dr-chen&_count=20' }],
      },
    },
  },
  searchFhirAuditEventsByBody: {
    body: { patient: 'patient-4711', date: ['ge2026-11-01'] },
    contents: {
      'application/fhir+json': {
        resourceType: 'Bundle',
        type: 'searchset',
        link: [{ relation: 'self', url: 'AuditEvent?_page=eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0…' }],
        entry: [
          { resource: { resourceType: 'AuditEvent', id: eventId, action: 'R' }, search: { mode: 'match' } },
        ],
      },
    },
  },
  readFhirAuditEvent: {
    params: { id: eventId },
    contents: { 'application/fhir+json': { resourceType: 'AuditEvent', id: eventId, action: 'R' } },
  },
  searchFhirProvenance: {
    query: { target: 'document:guideline-hypoglycemia' },
    contents: {
      'application/fhir+json': {
        resourceType: 'Bundle',
        type: 'searchset',
        total: 1,
        link: [{ relation: 'self', url: 'Provenance?target=document%3Aguideline-hypoglycemia' }],
        entry: [{ resource: { resourceType: 'Provenance', id: eventId }, search: { mode: 'match' } }],
      },
    },
  },
  getFhirMetadata: {
    contents: {
      'application/fhir+json': {
        resourceType: 'CapabilityStatement',
        status: 'active',
        fhirVersion: '4.0.1',
      },
    },
  },
  replayStream: {
    params: { streamId: event.streamId },
    query: { asOf: '2026-11-22' },
    answers: { 200: { streamId: event.streamId, asOf: 46, events: [event] } },
    metadata: { position: 46 },
  },
  explainQuery: explanationExample,
  exportAudit: {
    query: { format: 'ndjson', from: '2026-11-01', to: '2026-11-30' },
    contents: {
      [NDJSON]: event,
      'application/fhir+ndjson': {
        resourceType: 'AuditEvent',
        id: eventId,
        recorded: second(0),
        outcome: '0',
      },
      'text/csv': `\uFEFFposition,recordedAt,streamId\r\n1,${second(0)},${event.streamId}\r\n`,
    },
  },
  listProjections: { answers: { 200: [follower] } },
  listTokens: {
    query: { state: 'active' },
    answers: {
      200: [
        {
          tokenId,
          name: 'alice',
          state: 'active',
          roles: ['clinician'],
          teams: [],
          onBehalfOf: null,
          createdBy: admin,
          createdAt: second(0),
          expiresAt: second(30 * 24 * 60 * 60),
          lastUsedAt: second(3600),
          revokedAt: null,
          revokedBy: null,
        },
      ],
    },
    metadata,
  },
  getSession: {},
  listSignInMethods: {
    answers: { 200: { methods: ['token'], environment: 'production', version: '0.3.0' } },
  },
  signIn: {
    body: { token: '(the text of a token)' },
    answers: {
      200: {
        id: clinician,
        roles: ['clinician'],
        teams: ['icu'],
        onBehalfOf: null,
        expiresAt: second(600),
        permissions: ['documents:read', 'search:run', 'queries:ask'],
        csrfToken: '(random text)',
        idleSeconds: 1800,
      },
    },
  },
  issueSignInLink: {
    body: { token: '(the text of a token)' },
    answers: {
      200: { url: 'https://anamnesis.example.org/#code=(sealed text)', expiresAt: second(600) },
    },
  },
  startSignIn: { query: { returnTo: '/' } },
  completeSignIn: { query: { code: '(code of the provider)', state: '(random text)' } },
  signOut: { answers: { 200: { signedOut: true } } },
  listParkedEvents: { query: { consumer: 'indexing-worker' }, answers: { 200: [parked] }, metadata },
  beginBackup: {
    answers: {
      200: {
        backupId,
        head: 47,
        takenAt: second(600),
        programVersion: '0.3.0',
        checkpoints: [{ consumer: 'indexing-worker', position: 46 }],
        masterKey: { check: '3/hp8laggSS284NzyBVRb+3QsCt61Nng', fingerprint: '1a8336ff9b97a675' },
      },
    },
    metadata: { position: 47 },
  },
  readBackupEvents: {
    params: { backupId },
    query: { after: 0 },
    contents: {
      [NDJSON]: { ...event, data: JSON.stringify(event.data), metadata: JSON.stringify(event.metadata) },
    },
  },
  readBackupBlob: { params: { backupId, sha256: fileHash } },
  readBackupClaims: { params: { backupId }, contents: { [NDJSON]: { command: 'StartConversation' } } },
  readBackupKeys: { params: { backupId }, contents: { [NDJSON]: { subjectHash: fileHash } } },
  listQueryLog: { query: { only: 'slow', slowerThan: 300 }, answers: { 200: [logged] }, metadata },
  summarizeTools: {
    query: { from: '2026-11-01' },
    answers: {
      200: {
        tools: [
          {
            tool: 'pubmed_search',
            calls: 42,
            succeeded: 39,
            failed: 2,
            notRun: 1,
            open: 0,
            latency: { p50: 640, p95: 2140 },
          },
        ],
        complete: true,
      },
    },
    metadata,
  },
  summarizeQueryLog: {
    query: { from: '2026-11-01' },
    answers: {
      200: {
        entries: 4,
        questions: 2,
        searches: 2,
        answered: 4,
        failed: 0,
        pending: 0,
        degraded: 0,
        zeroResult: 1,
        cached: 0,
        slow: 0,
        latency: { p50: 256, p95: 320 },
        searchLatency: { p50: 37, p95: 227 },
        stages: [{ source: 'dense', searches: 4, failed: 0, p50: 3.5, p95: 113.9 }],
        intents: [{ intent: 'treatment', count: 2 }],
        failures: [],
        oldestAt: second(30),
        newestAt: second(90),
        complete: true,
      },
    },
    metadata,
  },
  listTopQuestions: {
    query: { limit: 5 },
    answers: {
      200: {
        questions: [
          {
            fingerprint,
            intent: 'treatment',
            concepts: ['hypoglycemia'],
            protocolNumbers: [],
            asked: 7,
            zeroResult: 0,
            failed: 0,
            lastAskedAt: second(30),
            example: { entryId: queryId, kind: 'question', queryId, streamId: `query-${queryId}` },
          },
        ],
        complete: true,
      },
    },
    metadata,
  },
  getEmbedding: {},
  planReindexing: {
    answers: {
      200: {
        reader: 1,
        documents: 153,
        passages: 4120,
        readBy: [
          { reader: 0, documents: 153, passages: 4120 },
          { reader: 1, documents: 7, passages: 188 },
        ],
      },
    },
  },
  getReindexing: {
    answers: {
      200: {
        run: {
          runId: eventId,
          status: 'running',
          reader: 1,
          all: false,
          progress: { total: 153, done: 61, failed: 1, skipped: 0 },
          kept: [
            {
              docKey: 'protocol-1219',
              version: 2,
              kept: 'failed',
              jobId,
              reason: 'unlike_predecessor',
              message: 'Its text has next to nothing in common with version 2, which stays in search.',
            },
          ],
          stopped: null,
        },
      },
    },
  },
  listNodes: {
    answers: {
      200: {
        nodes: [
          {
            id: nodeId,
            host: 'ward-1:4711',
            role: 'all',
            version: '0.1.0',
            since: second(0),
            lastSeen: 1.2,
            alive: true,
            self: true,
            shares: 9,
            work: [
              { name: 'documents', shares: 1 },
              { name: 'indexing-worker', shares: 8 },
            ],
          },
        ],
        missing: [],
      },
    },
  },
  listComponents: {
    answers: {
      200: {
        degraded: false,
        components: [
          {
            component: 'external-sources:pubmed',
            state: 'failed',
            critical: false,
            since: second(700),
            reason: 'unavailable',
            lastOk: second(600),
            recentCalls: 12,
            recentFailures: 5,
          },
        ],
      },
    },
  },
  getLogLoss: { answers: { 200: { lost: { firstLost: 96, lastLost: 100 } } } },
  acceptLogLoss: {
    body: { firstLost: 96, lastLost: 100 },
    answers: { 200: { firstLost: 96, lastLost: 100 } },
  },
  testAlerts: {
    answers: { 200: [{ channel: 'webhook', delivered: true }] },
  },
  listSources: {},
  getSettings: {
    answers: {
      200: {
        settings: {
          routing: 'local-only',
          localModel: 'llama3.1:8b',
          enabledSources: ['knowledge_base', 'guidelines', 'notes'],
          searchTimeoutMs: 5000,
          confidenceThreshold: 0.3,
          maxTokens: 2000,
          temperature: 0.2,
          phiDetection: 'strict',
          toolsInQuestions: 'all',
          toolAccess: [{ tool: 'send_email', roles: ['admin'], people: ['dr.okafor'] }],
          selfCheckQuestions: [
            { question: 'How much adrenaline in anaphylaxis?', docKey: 'protocol-anaphylaxis' },
          ],
        },
        origins: {
          routing: { from: 'changed', by: admin, at: second(700) },
          localModel: { from: 'environment' },
          cloudModel: { from: 'default' },
          enabledSources: { from: 'environment' },
          searchTimeoutMs: { from: 'default' },
          confidenceThreshold: { from: 'default' },
          maxTokens: { from: 'default' },
          temperature: { from: 'changed', by: admin, at: second(700) },
          monthlyCostLimitUsd: { from: 'default' },
          phiDetection: { from: 'default' },
          toolsInQuestions: { from: 'default' },
          toolAccess: { from: 'changed', by: admin, at: second(700) },
          selfCheckQuestions: { from: 'changed', by: admin, at: second(700) },
        },
        configured: {
          localModel: true,
          cloudModel: false,
          sources: ['knowledge_base', 'guidelines', 'notes'],
        },
      },
    },
  },
  getCosts: {
    answers: {
      200: {
        month: '2026-03',
        limitUsd: 200,
        calls: 412,
        promptTokens: 1_236_000,
        completionTokens: 123_600,
        costUsd: 3.460_8,
        open: { calls: 1, costUsd: 0.022 },
        users: [
          { user: 'alice', calls: 412, promptTokens: 1_236_000, completionTokens: 123_600, costUsd: 3.460_8 },
        ],
        models: [
          {
            model: 'gpt-4.1',
            where: 'cloud',
            calls: 412,
            promptTokens: 1_236_000,
            completionTokens: 123_600,
            costUsd: 3.460_8,
          },
        ],
        complete: true,
      },
    },
    metadata,
  },
  getPreferences: {},
  examine: {
    body: { deep: false, repair: false, olderThanHours: 24 },
    contents: {
      [NDJSON]: { kind: 'finding', check: 'disk', severity: 'ok', message: '42.1 GB are free.' },
    },
  },
  checkProjection: {
    params: { name: 'search' },
    answers: {
      200: {
        generation: 1,
        questions: [
          {
            docKey: 'protocol-anaphylaxis',
            question: 'How much adrenaline in anaphylaxis?',
            isTitle: false,
            inUse: true,
            rank: 1,
          },
        ],
      },
    },
  },
  getCheckpoint: {
    answers: {
      200: {
        checkpoint,
        head: 24,
        stopped: null,
        witnesses: [
          {
            name: 'witness.example/w1',
            kept: {
              size: 20,
              at: second(6),
              verifierKey: checkpoint.verifierKey,
              countersignatures: [
                '— witness.example/w1 jWbPPwAAAABkGFDLEZMHwSRaJNiIDoe9DYn/zXcrtPHeolMI5OWXEhZCB9dlrDJsX3b2oyin1nPZqhf5nNo0xUe+mbIUBkBIfZ+qnA==\n',
              ],
            },
            contradiction: null,
          },
          { name: 'folder', kept: null, contradiction: null },
        ],
        verified: { size: 20, at: second(5), checkpoints: 1 },
        failed: null,
      },
    },
  },
  getCheckpointNote: { contents: { 'text/plain; charset=utf-8': checkpoint.note } },
  proveEvent: {
    query: { position: 2 },
    answers: {
      200: {
        position: 2,
        index: 1,
        leafHash: checkpoint.root,
        proof: [checkpoint.root],
        checkpoint,
        tlogProof: `c2sp.org/tlog-proof@v1\nindex 1\n${checkpoint.root}\n\n${checkpoint.note}`,
      },
    },
  },
  proveConsistency: {
    query: { from: 10 },
    answers: {
      200: {
        from: 10,
        fromRoot: checkpoint.root,
        to: 20,
        toRoot: checkpoint.root,
        proof: [checkpoint.root],
        checkpoint,
      },
    },
  },
  getTile: { params: { level: '0', a: '000' } },
  getPartialTile: { params: { level: '0', a: '000.p', b: '20' } },
  getFarPartialTile: { params: { level: '0', a: 'x001', b: '000.p', c: '20' } },
  exportSealedAudit: { query: { from: '2026-11-01', to: '2026-11-30' } },
  verifyLog: {
    contents: { [NDJSON]: { kind: 'verified', size: 20, root: checkpoint.root, checkpoints: 1 } },
  },
  verifyProjection: {
    params: { name: 'documents' },
    contents: {
      [NDJSON]: {
        kind: 'result',
        projection: 'documents',
        generation: 1,
        position: 44,
        rows: 2,
        leftOut: [],
      },
    },
  },
  issueStreamTicket: {
    body: { path: `/api/queries/${queryId}/stream` },
  },
  streamEvents: {
    query: { categories: 'document,indexing' },
    contents: {
      'text/event-stream': {
        streamId: event.streamId,
        revision: 0,
        position: 1,
        type: event.type,
        recordedAt: second(0),
      },
    },
  },
  speak: { query: { conversationId } },
  isLive: {},
  isReady: {
    answers: {
      200: { status: 'ready', components: [{ component: 'disk', healthy: true, critical: true }] },
    },
  },
  getMetrics: { contents: { 'text/plain': 'anamnesis_http_requests_in_flight 1\n' } },
  getOpenApi: {
    contents: {
      'application/json': {
        openapi: '3.1.0',
        info: { title: 'Anamnesis', version: '0.3.0' },
        paths: {},
        components: {},
      },
    },
  },
} as const satisfies Readonly<Record<string, RouteExample>>;
