import type { CommandContext } from '../../commands/runtime/command-context.ts';
import { executeDecider } from '../../commands/runtime/execute-decider.ts';
import { systemContext } from '../../commands/runtime/system-caller.ts';
import { setTimer } from '../../commands/set-timer.ts';
import type { RecordedEvent, StreamId } from '../../domain/kernel/event.ts';
import { timerFired } from '../../domain/operations/timer-events.ts';
import { docKeyOfSubject } from '../../domain/privacy/erasable-document.ts';
import { type SubjectCommand, subjectDecider } from '../../domain/privacy/subject-decider.ts';
import {
  holdPlaced,
  subjectErased,
  subjectErasureConfirmed,
  subjectErasureRequested,
} from '../../domain/privacy/subject-events.ts';
import type { ConsumerDefinition } from '../runner/consumer-definition.ts';
import type { Delivery } from '../runner/delivery.ts';
import { eraseSubject } from './erase-subject.ts';
import type { SubjectEraserServices } from './subject-eraser-services.ts';

const SUBJECT_ERASER = 'subject-eraser';

/** The purposes of timers; the id of a timer is its purpose and the id of the request or hold that ends. */
const ERASURE_EXPIRY = 'erasure-expiry';
const HOLD_END = 'hold-end';
const timerIdOf = (purpose: string, id: string): string => `${purpose}-${id}`;
const idOfTimer = (purpose: string, timerId: string): string => timerId.slice(purpose.length + 1);

/** Without progress: each page of the log that was read counts as progress. */
const DEADLINE_MS = 10 * 60_000;

/** Erases the data of subjects after two people have agreed, and ends requests and holds when they expire. */
export const createSubjectEraser = (services: SubjectEraserServices): ConsumerDefinition => {
  const { identity } = services;

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

  /** Overwrites the passages of a document once the search index has dropped them, so that freed rows hold none. */
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
    // Each reads the whole log.
    concurrency: 2,
    orderingKey: (event) =>
      event.type === timerFired.type ? timerFired.schema.parse(event.data).about : event.streamId,
    // Events are independent: each is decided on the state of its stream.
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
          await eraseSubject(event, delivery, { services, contextFor, decide });
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
