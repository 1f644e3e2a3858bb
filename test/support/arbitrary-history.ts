import fc from 'fast-check';
import { feedbackKinds } from '../../domain/consultation/feedback-kind.ts';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import { createHistory, type StreamEvent, uuidOf } from './recorded-history.ts';
import * as sample from './sample-events.ts';

const docKey = fc.constantFrom('protocol-1219', 'guideline-7');
const version = fc.integer({ min: 1, max: 3 });
const small = fc.integer({ min: 1, max: 9 });
const queryId = fc.integer({ min: 1, max: 3 }).map((n) => uuidOf(n));
const conversationId = fc.integer({ min: 11, max: 12 }).map((n) => uuidOf(n));
const feedbackKind = fc.constantFrom(...feedbackKinds);
const judgement = fc.record({ kind: feedbackKind, docKey }, { requiredKeys: ['kind'] });
const feedback = fc
  .tuple(judgement, fc.option(judgement, { nil: undefined }))
  .map(([now, before]) => (before === undefined ? now : { ...now, replaces: before }));
const person = fc.constantFrom('dr-house', 'dr-wilson');
const timerId = fc.constantFrom('timer-1', 'timer-2');
const tokenId = fc.integer({ min: 31, max: 32 }).map((n) => uuidOf(n));
const erasureId = fc.integer({ min: 21, max: 22 }).map((n) => uuidOf(n));
const erasedSubject = fc.constantFrom('document:guideline-7', 'person:patient-4711');
const consumer = fc.constantFrom('indexing-worker', 'query-orchestrator');

const arbitraryEvent: fc.Arbitrary<StreamEvent> = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(docKey, version).map((of) => sample.versionAdded(...of)) },
  fc.tuple(docKey, version).map((of) => sample.withdrawn(...of)),
  fc.tuple(docKey, version).map((of) => sample.requested(...of)),
  fc.tuple(docKey, version).map((of) => sample.started(...of)),
  fc.tuple(docKey, version, small).map((of) => sample.extracted(...of)),
  fc.tuple(docKey, version).map((of) => sample.cleaned(...of)),
  fc.tuple(docKey, version, small).map((of) => sample.chunked(...of)),
  fc.tuple(docKey, version, small).map((of) => sample.embedded(...of)),
  {
    weight: 3,
    arbitrary: fc
      .tuple(docKey, version, small, fc.record({ chunkCount: small }))
      .map((of) => sample.completed(...of)),
  },
  fc.tuple(docKey, version).map((of) => sample.failed(...of)),
  fc.tuple(docKey, version, fc.integer({ min: 1, max: 3 })).map((of) => sample.retried(...of)),
  fc.tuple(docKey, version, version).map((of) => sample.superseded(...of)),
  fc
    .tuple(conversationId, fc.option(fc.constant('Bed 4'), { nil: undefined }))
    .map((of) => sample.conversationStarted(...of)),
  fc.tuple(conversationId, small).map(([id, patientAge]) => sample.contextSet(id, { patientAge })),
  fc.tuple(conversationId, person).map(([id, user]) => sample.shared(id, { user })),
  fc.tuple(conversationId, person).map(([id, user]) => sample.unshared(id, { user })),
  fc.tuple(queryId, conversationId).map(([id, opened]) => sample.glassBroken(id, opened)),
  fc.tuple(queryId, conversationId).map(([id, opened]) => sample.glassRequested(id, opened)),
  queryId.map((id) => sample.glassApproved(id)),
  queryId.map((id) => sample.glassReviewed(id)),
  fc.tuple(queryId, small).map(([id, to]) => sample.auditReviewed(id, 1, to)),
  fc.tuple(queryId, conversationId).map(([id, inside]) => sample.asked(id, { conversationId: inside })),
  queryId.map((id) => sample.asked(id)),
  fc.tuple(queryId, fc.subarray(['name', 'mrn', 'not_screened'])).map((of) => sample.screened(...of)),
  fc.tuple(queryId, small).map((of) => sample.searched(...of)),
  { weight: 2, arbitrary: queryId.map((id) => sample.modelCalled(id)) },
  queryId.map((id) => sample.modelCallEnded(id)),
  queryId.map((id) => sample.answered(id)),
  queryId.map((id) => sample.queryFailed(id)),
  { weight: 3, arbitrary: fc.tuple(queryId, person, feedback).map((of) => sample.feedbackGiven(...of)) },
  queryId.map((id) => sample.detectionDisputed(id)),
  queryId.map((id) => sample.reviewResolved(id)),
  fc.tuple(queryId, fc.nat({ max: 2 })).map((of) => sample.knowledgeSearched(...of)),
  queryId.map((id) => sample.feedbackRead(id)),
  fc.tuple(consumer, queryId, small).map((of) => sample.parked(...of)),
  fc.tuple(consumer, queryId).map((of) => sample.replayRequested(...of)),
  fc.tuple(consumer, queryId).map((of) => sample.resolved(...of)),
  fc.tuple(timerId, small).map(([id, afterMs]) => sample.timerSet(id, { afterMs })),
  timerId.map((id) => sample.timerFired(id)),
  timerId.map((id) => sample.timerCancelled(id)),
  fc.tuple(tokenId, person).map((of) => sample.tokenCreated(...of)),
  fc.tuple(tokenId, person).map((of) => sample.tokenRevoked(...of)),
  tokenId.map((id) => sample.tokenUsed(id)),
  tokenId.map((id) => sample.sessionEnded(id)),
  fc.tuple(erasureId, erasedSubject).map((of) => sample.erasureRequested(...of)),
  fc.tuple(erasureId, erasedSubject).map((of) => sample.erasureConfirmed(...of)),
  fc.tuple(erasureId, erasedSubject).map((of) => sample.erasureDeclined(...of)),
  fc.tuple(erasureId, erasedSubject).map((of) => sample.subjectErased(...of)),
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.constantFrom(...Object.values(sample.toolCallStories)), fc.integer({ min: 41, max: 42 }))
      .map(([happens, n]) => happens(uuidOf(n))),
  },
  queryId.map((id) => sample.answerRead(id)),
  docKey.map((key) => sample.documentRead(key)),
);

/**
 * A log of up to 60 events on few entities, so that they interact often. The order is arbitrary, even one that no
 * decider would allow: a fold must be deterministic for any input.
 */
export const arbitraryHistory: fc.Arbitrary<readonly RecordedEvent[]> = fc
  .array(arbitraryEvent, { maxLength: 60 })
  .map((sampled) => {
    const history = createHistory();
    for (const event of sampled) history.record(event);
    return history.events;
  });

/** A history cut into arbitrary batches, some of them empty. */
export const anyBatches: fc.Arbitrary<readonly (readonly RecordedEvent[])[]> = fc
  .tuple(arbitraryHistory, fc.array(fc.nat({ max: 60 }), { maxLength: 6 }))
  .map(([events, cuts]) => {
    const bounds = [0, ...cuts.toSorted((left, right) => left - right), events.length];
    return bounds.slice(1).map((end, index) => events.slice(bounds[index], end));
  });
