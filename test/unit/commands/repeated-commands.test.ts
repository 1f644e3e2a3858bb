import { expect, it } from 'vitest';
import { z } from 'zod';
import { createCommandRegistry } from '../../../commands/command-registry.ts';
import { preferencesStreamOf } from '../../../commands/lookups/preferences-of.ts';
import type { Caller } from '../../../commands/runtime/caller.ts';
import type { CommandDefinition } from '../../../commands/runtime/command-definition.ts';
import type { CommandRuntime } from '../../../commands/runtime/command-runtime.ts';
import { createUnresponsiveTools } from '../../../commands/runtime/unresponsive-tools.ts';
import { createToolRegistry } from '../../../consumers/tools/create-tool-registry.ts';
import { isAllowed, type Role, roles } from '../../../domain/kernel/actor.ts';
import { examinationStream } from '../../../domain/operations/examination-decider.ts';
import { breakGlassStream } from '../../../domain/ownership/break-glass-decider.ts';
import { subjectStream } from '../../../domain/privacy/subject-stream.ts';
import { createIdentitySource } from '../../../infra/installation/identity-source.ts';
import { namedTokenSource } from '../../../infra/services/auth/named-token-source.ts';
import type { PhiDetector } from '../../../ports/phi-detector.ts';
import { openCommandRuntime } from '../../support/command-runtime.ts';
import { type StreamEvent, uuidOf } from '../../support/recorded-history.ts';
import * as sample from '../../support/sample-events.ts';
import { bookTool } from '../../support/sample-tools.ts';
import { testTokenIssue } from '../../support/token-issue.ts';

const OWNER = 'dr-house';
const SUBJECT = 'person:patient-4711';
const DOC = 'protocol-1219';
const QUERY = uuidOf(1);
const CONVERSATION = uuidOf(2);
const ERASURE = uuidOf(3);
const HOLD = uuidOf(4);
const GRANT = uuidOf(5);
const CALL = uuidOf(6);
const TOKEN = uuidOf(7);
const PARKED = uuidOf(8);
const RUN = uuidOf(10);
const { derivedId } = createIdentitySource();
const JANUARY = '2026-01-02T03:04:05.678Z';
const SEPTEMBER = '2027-09-02T03:04:05.678Z';

const local = { name: 'local', dimensions: 384 };
const cloud = { name: 'cloud', dimensions: 1536 };

const inStream = (streamId: StreamEvent['streamId'], event: StreamEvent['event']): StreamEvent => ({
  streamId,
  event,
});
const inSubject = (event: StreamEvent['event']) => inStream(subjectStream(SUBJECT, derivedId), event);
const rebuildWaits: readonly StreamEvent[] = [
  inStream('projection-search', {
    type: 'ProjectionResetRequested',
    data: { projection: 'search', generation: 2 },
  }),
  inStream(examinationStream('search'), {
    type: 'ProjectionRebuildExamined',
    data: {
      projection: 'search',
      generation: 2,
      live: 1,
      builtTo: 3,
      examination: { outcome: 'lost', questions: [{ docKey: DOC, before: 1, after: null }] },
    },
  }),
];
const erasureRequested = inSubject({
  type: 'SubjectErasureRequested',
  data: {
    erasureId: ERASURE,
    subject: SUBJECT,
    reason: 'A letter.',
    basis: 'gdpr_art_17',
    requestedBy: 'okafor',
  },
});
const glassOpened = inStream(breakGlassStream(derivedId(OWNER, 'break-glass')), {
  type: 'BreakGlassOpened',
  data: { grantId: GRANT, target: { queryId: QUERY }, reason: 'Unconscious.', minutes: 60 },
});
const glassRequested = inStream(breakGlassStream(derivedId(OWNER, 'break-glass')), {
  type: 'BreakGlassRequested',
  data: { grantId: GRANT, target: { queryId: QUERY }, reason: 'Unconscious.', minutes: 60 },
});
const tokenCreated = sample.tokenCreated(TOKEN, 'bob');
const toConfirm: readonly StreamEvent[] = [
  sample.toolCallStories.requested(CALL),
  {
    ...sample.toolCallStories.toConfirm(CALL),
    event: {
      type: 'ToolConfirmationRequested',
      data: {
        toolCallId: CALL,
        tool: 'book_room',
        arguments: { room: 'Blue', seats: 4 },
        prompt: 'Book it?',
        expiresAt: '2026-02-01T00:00:00.000Z',
      },
    },
  },
];
const answered = [
  sample.asked(QUERY),
  sample.screened(QUERY, ['name']),
  sample.searched(QUERY, 1),
  sample.answered(QUERY),
];
const reindexing = inStream('settings-reindexing', {
  type: 'ReindexingRequested',
  data: { runId: RUN, reader: 2, all: false, documents: 1, passages: 3 },
});

type Case = {
  /** The events in the log beforehand. */
  readonly given?: readonly StreamEvent[];
  readonly input: unknown;
  /**
   * Events between the first execution and the repeat, in addition to a new year, other settings and another
   * detector.
   */
  readonly meanwhile?: readonly StreamEvent[];
  readonly caller?: Partial<Caller>;
};

/** One case per command: a command without one fails here, so that it is not forgotten. */
const cases: Readonly<Record<string, Case>> = {
  IngestDocument: { input: { sourceType: 'protocol', docKey: DOC }, meanwhile: [sample.withdrawn(DOC, 1)] },
  RetryIndexing: {
    given: [
      sample.requested(DOC, 1),
      sample.started(DOC, 1),
      sample.failed(DOC, 1, 'extract', { reason: 'timeout' }),
    ],
    input: { jobId: sample.jobIdOf(DOC, 1) },
    meanwhile: [sample.started(DOC, 1, 2), sample.failed(DOC, 1)],
  },
  CancelIndexing: {
    given: [sample.requested(DOC, 1), sample.started(DOC, 1)],
    input: { jobId: sample.jobIdOf(DOC, 1) },
    meanwhile: [sample.retried(DOC, 1, 1)],
  },
  WithdrawDocument: {
    given: [sample.versionAdded(DOC, 1)],
    input: { docKey: DOC, reason: 'Replaced.' },
    meanwhile: [sample.versionAdded(DOC, 2)],
  },
  StartConversation: {
    input: { title: 'Chest pain', subject: 'patient-4711', clinicalContext: { patientAge: 4 } },
  },
  SetClinicalContext: {
    given: [sample.conversationStarted(CONVERSATION)],
    input: { conversationId: CONVERSATION, clinicalContext: { patientAge: 4 } },
    meanwhile: [sample.contextSet(CONVERSATION, { patientAge: 40 })],
  },
  AskQuery: {
    given: [sample.conversationStarted(CONVERSATION)],
    input: { question: 'How much epinephrine?', conversationId: CONVERSATION },
    meanwhile: [
      sample.contextSet(CONVERSATION, { patientAge: 40 }),
      inStream(preferencesStreamOf(OWNER, { derivedId }), {
        type: 'PreferencesChanged',
        data: { before: {}, after: { citationStyle: 'APA' } },
      }),
    ],
  },
  ShareConversation: {
    given: [sample.conversationStarted(CONVERSATION)],
    input: {
      conversationId: CONVERSATION,
      with: { user: 'dr-chen' },
      level: 'read',
      expiresAt: '2026-03-01',
    },
    meanwhile: [sample.unshared(CONVERSATION, { user: 'dr-chen' })],
  },
  UnshareConversation: {
    given: [sample.conversationStarted(CONVERSATION), sample.shared(CONVERSATION, { user: 'dr-chen' })],
    input: { conversationId: CONVERSATION, with: { user: 'dr-chen' } },
    meanwhile: [sample.shared(CONVERSATION, { user: 'dr-chen' })],
  },
  BreakGlass: { input: { queryId: QUERY, reason: 'Unconscious.' }, given: [sample.asked(QUERY)] },
  ApproveBreakGlass: {
    given: [glassRequested],
    input: { grantId: GRANT, holder: OWNER },
    caller: { actor: { id: 'moreau', role: 'compliance' } },
  },
  ReviewBreakGlass: {
    given: [glassOpened],
    input: { grantId: GRANT, outcome: 'justified', note: 'Seen.' },
    caller: { actor: { id: 'moreau', role: 'compliance' } },
  },
  ReviewAudit: {
    given: [sample.asked(QUERY)],
    input: { from: 1, to: 1, actorId: OWNER, note: 'Read in full.' },
    caller: { actor: { id: 'moreau', role: 'compliance' } },
  },
  AnswerClarification: {
    given: [
      sample.asked(QUERY),
      sample.screened(QUERY, []),
      sample.searched(QUERY, 1),
      sample.clarificationAsked(QUERY),
    ],
    input: { queryId: QUERY, text: 'Type 1.' },
    meanwhile: [sample.queryCancelled(QUERY)],
  },
  CancelQuery: {
    given: [sample.asked(QUERY)],
    input: { queryId: QUERY },
  },
  GiveFeedback: {
    given: answered,
    input: { queryId: QUERY, kind: 'wrong', comment: 'Too much.' },
    meanwhile: [sample.feedbackGiven(QUERY, OWNER)],
  },
  RequestToolCall: { input: { tool: 'book_room', arguments: { room: 'Blue' } } },
  ConfirmTool: {
    given: toConfirm,
    input: { toolCallId: CALL, approved: true },
    meanwhile: [sample.toolCallStories.started(CALL), sample.toolCallStories.succeeded(CALL)],
  },
  CancelToolCall: { given: toConfirm, input: { toolCallId: CALL } },
  DisputePhiDetection: {
    given: answered,
    input: { queryId: QUERY, comment: 'It is a burn chart.' },
    meanwhile: [sample.reviewResolved(QUERY)],
  },
  ResolveReview: {
    given: [...answered, sample.detectionDisputed(QUERY)],
    input: { reviewId: `phi-${QUERY}`, verdict: 'confirmed', reason: 'It is one.' },
    caller: { actor: { id: 'moreau', role: 'compliance' } },
  },
  ResetProjection: {
    given: rebuildWaits,
    input: { projection: 'search' },
    meanwhile: [
      inStream('projection-search', {
        type: 'ProjectionGenerationSwitched',
        data: { projection: 'search', generation: 3, previous: 1, builtTo: 9 },
      }),
    ],
  },
  ResumeSealing: {
    given: [
      inStream('operations-sealing', {
        type: 'SealingStopped',
        data: { because: 'key_missing', size: 9 },
      }),
    ],
    input: { reason: 'It was restored.' },
    meanwhile: [
      inStream('operations-sealing', {
        type: 'SealingStopped',
        data: { because: 'key_missing', size: 9 },
      }),
    ],
  },
  AcceptRebuild: {
    given: rebuildWaits,
    input: { projection: 'search', reason: 'They were withdrawn.' },
    meanwhile: [
      inStream('projection-search', {
        type: 'ProjectionGenerationSwitched',
        data: { projection: 'search', generation: 2, previous: 1, builtTo: 9 },
      }),
    ],
  },
  DiscardRebuild: {
    given: rebuildWaits,
    input: { projection: 'search', reason: 'A mistake.' },
    meanwhile: [
      inStream('projection-search', {
        type: 'ProjectionRebuildFailed',
        data: { projection: 'search', generation: 2, message: 'It was discarded.' },
      }),
    ],
  },
  ReplayParkedEvent: {
    given: [sample.parked('indexing-worker', PARKED)],
    input: { consumer: 'indexing-worker', eventId: PARKED },
    meanwhile: [sample.resolved('indexing-worker', PARKED)],
  },
  ChangeEmbeddingModel: {
    given: [sample.completed(DOC, 1, 3)],
    input: { model: 'cloud' },
    meanwhile: [
      inStream('settings-embedding', {
        type: 'EmbeddingModelChanged',
        data: { model: cloud, generation: 2 },
      }),
    ],
  },
  RevertEmbeddingModel: {
    given: [
      inStream('settings-embedding', {
        type: 'EmbeddingModelChangeRequested',
        data: { model: cloud, previous: local },
      }),
    ],
    input: {},
  },
  ReindexDocuments: {
    given: [sample.completed(DOC, 1, 3)],
    input: {},
    meanwhile: [
      sample.completed('protocol-1220', 1, 5),
      inStream('settings-reindexing', {
        type: 'ReindexingStopped',
        data: { runId: RUN, reason: 'cancelled', message: 'It was cancelled.' },
      }),
    ],
  },
  CancelReindexing: { given: [reindexing], input: {} },
  ChangeSettings: {
    input: {
      selfCheckQuestions: [{ question: 'How much epinephrine?', docKey: DOC }],
      reason: 'A trial on the ward.',
    },
  },
  ChangePreferences: { input: { citationStyle: 'Vancouver' } },
  CreateToken: {
    given: [tokenCreated],
    input: { name: 'bob', roles: ['clinician'], replace: true },
    meanwhile: [sample.tokenRevoked(TOKEN, 'bob')],
  },
  RevokeToken: { input: { jti: 'token-of-the-provider' } },
  LogOut: {
    input: {},
    caller: { heldToken: { kind: 'session', session: 'jti:mine', expiresAt: Date.parse('2027-12-31') } },
  },
  EraseSubject: { input: { subject: SUBJECT, reason: 'A letter.', basis: 'gdpr_art_17' } },
  ConfirmErasure: {
    given: [erasureRequested],
    input: { subject: SUBJECT, erasureId: ERASURE },
    meanwhile: [
      inSubject({
        type: 'SubjectErased',
        data: {
          erasureId: ERASURE,
          subject: SUBJECT,
          basis: 'gdpr_art_17',
          requestedBy: 'okafor',
          confirmedBy: OWNER,
          keyId: 'a'.repeat(64),
          effects: [],
          notReached: [],
        },
      }),
    ],
  },
  DeclineErasure: { given: [erasureRequested], input: { subject: SUBJECT, erasureId: ERASURE } },
  PlaceHold: {
    input: { subject: SUBJECT, reason: 'Litigation.', until: '2026-03-01' },
  },
  ReleaseHold: {
    given: [
      inSubject({ type: 'HoldPlaced', data: { holdId: HOLD, subject: SUBJECT, reason: 'Litigation.' } }),
    ],
    input: { subject: SUBJECT, holdId: HOLD, reason: 'It is over.' },
  },
};

const detecting = (detected: boolean): PhiDetector => ({
  kind: 'patterns',
  name: 'test',
  screen: async () => ({ detected, findings: [], failed: [] }),
});

/** Everything besides its streams on which the decision of a command depends, at one time. */
const worldAt = (now: string, later: boolean, runtime: CommandRuntime) => {
  const clock = { now: () => now, elapsed: () => performance.now() };
  const phiDetector = detecting(later);
  const registry = createCommandRegistry(['search'], {
    findDocumentOfJob: async () => undefined,
    tokenIssue: {
      ...testTokenIssue,
      source: namedTokenSource,
      clock,
      defaultDays: later ? 5 : 90,
      maxDays: later ? 5 : 366,
      apart: later,
    },
    embeddingModels: [local, cloud],
    breakGlass: {
      minutes: later ? 5 : 60,
      findGrant: async () => ({ holder: OWNER, approvedBy: null, subject: SUBJECT }),
    },
    reader: later ? 9 : 2,
  });
  const { commandServices } = runtime;
  const { eventStore, identity } = commandServices;
  const services: CommandRuntime = {
    ...runtime,
    clock,
    commandServices: {
      ...commandServices,
      phiDetector,
      subjectKeyState: async () => [later ? 'missing' : 'present'],
      toolCalls: {
        eventStore,
        identity,
        phiDetector,
        tools: createToolRegistry(later ? [] : [bookTool()]),
        rateLimiter: {
          take: async () => ({ allowed: !later, remaining: 1, retryAfter: 1000, resetAfter: 1000 }),
        },
        clock,
        confirmationTime: later ? 1000 : 60_000,
        hanging: createUnresponsiveTools(),
      },
    },
  };
  return { registry, runtime: services };
};

/** The stored part of an answer: everything except values shown only once. */
const keptSchema = z.object({ outcome: z.record(z.string(), z.unknown()) });

const roleFor = ({ permission }: CommandDefinition): Role => {
  const role = roles.find((one) => isAllowed([one], permission));
  if (!role) throw new Error(`No role may ${permission}.`);
  return role;
};

const file = {
  sha256: 'b'.repeat(64),
  size: 3,
  fileName: 'protocol.pdf',
  seal: async () => ({ sha256: 'c'.repeat(64), keep: async () => {}, takeBack: async () => {} }),
};

const names = worldAt(JANUARY, false, openCommandRuntime().runtime).registry.map(({ name }) => name);

it.each(names)('%s repeated after its answer was lost has the same outcome, and no effect', async (name) => {
  const found = cases[name];
  if (!found) throw new Error(`${name} needs a case here: can it be repeated with the same outcome?`);
  const { given = [], meanwhile = [], input } = found;
  const opened = openCommandRuntime();
  const { eventStore, identity, idempotency } = opened;
  const record = async (events: readonly StreamEvent[]): Promise<void> => {
    for (const { streamId, event } of events)
      await eventStore.append(
        streamId,
        [
          {
            ...event,
            id: identity.newId(),
            metadata: {
              correlationId: 'test',
              causationId: 'test',
              actor: { id: OWNER, role: 'clinician' },
              phi: false,
              subject: SUBJECT,
            },
          },
        ],
        'any',
      );
  };
  await record(given);

  let lost = '';
  const losing: CommandRuntime['idempotency'] = {
    ...idempotency,
    complete: async (_, answer) => {
      lost = answer;
      throw new Error('The connection broke.');
    },
  };
  const execute = (now: string, later: boolean, over: Partial<CommandRuntime>) => {
    const { registry, runtime } = worldAt(now, later, { ...opened.runtime, ...over });
    const definition = registry.find((one) => one.name === name);
    if (!definition) throw new Error(`There is no command ${name}.`);
    const caller: Caller = {
      ...opened.callerOf(OWNER, roleFor(definition)),
      roles: [...roles],
      ...found.caller,
    };
    return opened.run(
      {
        definition,
        caller,
        input: definition.input.parse(input),
        idempotencyKey: 'k',
        ...(definition.acceptsFile ? { file } : {}),
      },
      runtime,
    );
  };
  await expect(execute(JANUARY, false, { idempotency: losing })).rejects.toThrow('The connection broke.');
  idempotency.endLeases();
  const after = eventStore.events.length;
  expect(after).toBeGreaterThan(given.length);
  await record(meanwhile);
  const inLog = [...eventStore.events];

  const { outcome, replayed } = await execute(SEPTEMBER, true, {});
  expect(outcome).toEqual(keptSchema.parse(JSON.parse(lost)).outcome);
  expect(replayed).toBe(false);
  expect(eventStore.events).toEqual(inLog);
});
