import type { CommandContext } from '../../commands/runtime/command-context.ts';
import { executeDecider, loadState } from '../../commands/runtime/execute-decider.ts';
import { systemContext } from '../../commands/runtime/system-caller.ts';
import { setTimer } from '../../commands/set-timer.ts';
import type { RecordedEvent, StreamId } from '../../domain/kernel/event.ts';
import { streamIdOf } from '../../domain/kernel/identifiers.ts';
import { documentDecider } from '../../domain/knowledge/document-decider.ts';
import { timerFired } from '../../domain/operations/timer-events.ts';
import { docKeyOfSubject } from '../../domain/privacy/erasable-document.ts';
import { type SubjectCommand, subjectDecider } from '../../domain/privacy/subject-decider.ts';
import {
  type ErasureEffect,
  holdPlaced,
  subjectErased,
  subjectErasureConfirmed,
  subjectErasureRequested,
} from '../../domain/privacy/subject-events.ts';
import type { ConsumerDefinition } from '../runner/consumer-definition.ts';
import type { Delivery } from '../runner/delivery.ts';
import { removeFiles } from './remove-files.ts';
import { stopDocument } from './stop-document.ts';
import type { SubjectEraserServices } from './subject-eraser-services.ts';
import { surveySubject } from './survey-subject.ts';

const SUBJECT_ERASER = 'subject-eraser';

/** What the timers are for; the id of a timer is its purpose and the id of what ends. */
const ERASURE_EXPIRY = 'erasure-expiry';
const HOLD_END = 'hold-end';
const timerIdOf = (purpose: string, id: string): string => `${purpose}-${id}`;
const idOfTimer = (purpose: string, timerId: string): string => timerId.slice(purpose.length + 1);

/** Without progress: each page of the log that was looked through is some. */
const DEADLINE_MS = 10 * 60_000;

/**
 * Carries out what two people have agreed on. From the confirmation on there is no way back, so every step may be
 * repeated and none needs the key: after a crash at any of them the next owner goes through all of them again.
 *
 * 1. A document is taken out of search and its jobs are ended, while its key can seal why.
 * 2. The key is destroyed: from here nothing that was sealed can be read by anybody, and nothing new be stored.
 * 3. What is kept outside the log is removed, or counted where it is unreadable now.
 * 4. `SubjectErased` is appended with what was done; read models let go of the sealed bytes when they come to it, and what
 *    the search index has let go of is overwritten.
 */
export const createSubjectEraser = (services: SubjectEraserServices): ConsumerDefinition => {
  const { eventStore, identity, vault, subjectKeyState, purges, notReached } = services;

  const contextFor =
    (event: RecordedEvent, { fence }: Delivery) =>
    (step: string): CommandContext =>
      systemContext(event, identity.derivedId(event.id, step), SUBJECT_ERASER, fence);

  const decide = (streamId: StreamId, command: SubjectCommand, context: CommandContext) =>
    executeDecider({ decider: subjectDecider, streamId, commands: [command], context, services });

  const setEnd = (
    event: RecordedEvent,
    timer: {
      readonly purpose: string;
      readonly id: string;
      readonly due: { at: string } | { afterMs: number };
    },
    delivery: Delivery,
  ): Promise<void> =>
    setTimer(
      {
        timerId: timerIdOf(timer.purpose, timer.id),
        purpose: timer.purpose,
        about: event.streamId,
        due: timer.due,
      },
      contextFor(event, delivery)('timer'),
      services,
    );

  const erase = async (event: RecordedEvent, delivery: Delivery): Promise<void> => {
    const { erasureId, subject } = subjectErasureConfirmed.schema.parse(event.data);
    const { state } = await loadState({ eventStore }, subjectDecider, event.streamId);
    if (state.erasure?.erasureId !== erasureId || state.erasure.status !== 'confirmed') return;
    const context = contextFor(event, delivery);
    const docKey = docKeyOfSubject(subject);

    const [key] = await subjectKeyState([subject]);
    if (docKey !== undefined && key === 'present') await stopDocument(docKey, context, services);
    await delivery.confirm();
    await vault.destroy(subject);
    await services.rewriteKeys();

    if (docKey !== undefined) {
      const { position } = await loadState(services, documentDecider, streamIdOf('document', docKey));
      await services.searchHas(position);
    }
    const survey = await surveySubject(subject, services, delivery);
    const effects: ErasureEffect[] = [
      { place: 'subject_key', count: 1, effect: 'removed' },
      { place: 'events', count: survey.events, effect: 'unreadable' },
    ];
    const gone = await removeFiles(survey.files, services.files, delivery.signal);
    if (gone > 0) effects.push({ place: 'files', count: gone, effect: 'removed' });
    for (const { place, effect, purge } of purges) {
      delivery.signal.throwIfAborted();
      const count = await purge({ subject, streamIds: survey.streamIds, commandIds: survey.commandIds });
      if (count > 0) effects.push({ place, count, effect });
      delivery.progress();
    }
    await decide(
      event.streamId,
      {
        type: 'CompleteErasure',
        erasureId,
        done: { keyId: vault.keyIdOf(subject), effects, notReached: [...notReached] },
      },
      context('erased'),
    );
  };

  /** Once the search index has let go of the passages of a document, nothing of them is left in freed rows either. */
  const overwrite = async (event: RecordedEvent): Promise<void> => {
    if (docKeyOfSubject(subjectErased.schema.parse(event.data).subject) === undefined) return;
    await services.searchHas(event.position);
    await services.rewriteSearch();
  };

  const end = async (event: RecordedEvent, delivery: Delivery): Promise<void> => {
    const { purpose, timerId, about } = timerFired.schema.parse(event.data);
    const context = contextFor(event, delivery)('end');
    if (purpose === ERASURE_EXPIRY)
      await decide(about, { type: 'ExpireErasure', erasureId: idOfTimer(purpose, timerId) }, context);
    if (purpose === HOLD_END)
      await decide(about, { type: 'EndHold', holdId: idOfTimer(purpose, timerId) }, context);
  };

  return {
    name: SUBJECT_ERASER,
    eventTypes: [
      subjectErasureRequested.type,
      subjectErasureConfirmed.type,
      subjectErased.type,
      holdPlaced.type,
      timerFired.type,
    ],
    // Each looks the whole log through.
    concurrency: 2,
    orderingKey: (event) =>
      event.type === timerFired.type ? timerFired.schema.parse(event.data).about : event.streamId,
    // Each event stands for itself: what it asks for is decided on the state of its stream.
    laterEvents: 'pass',
    deadline: DEADLINE_MS,
    handle: async (event, delivery) => {
      switch (event.type) {
        case subjectErasureRequested.type: {
          const { erasureId } = subjectErasureRequested.schema.parse(event.data);
          const due = { afterMs: services.requestLifetime };
          await setEnd(event, { purpose: ERASURE_EXPIRY, id: erasureId, due }, delivery);
          return;
        }
        case holdPlaced.type: {
          const { holdId, until } = holdPlaced.schema.parse(event.data);
          if (until === undefined) return;
          await setEnd(event, { purpose: HOLD_END, id: holdId, due: { at: until } }, delivery);
          return;
        }
        case subjectErasureConfirmed.type:
          await erase(event, delivery);
          return;
        case subjectErased.type:
          await overwrite(event);
          return;
        case timerFired.type:
          await end(event, delivery);
          return;
      }
    },
  };
};
