import type { CommandContext } from '../../commands/runtime/command-context.ts';
import { loadState } from '../../commands/runtime/execute-decider.ts';
import type { RecordedEvent, StreamId } from '../../domain/kernel/event.ts';
import { streamIdOf } from '../../domain/kernel/identifiers.ts';
import { documentDecider } from '../../domain/knowledge/document-decider.ts';
import { docKeyOfSubject } from '../../domain/privacy/erasable-document.ts';
import { type SubjectCommand, subjectDecider } from '../../domain/privacy/subject-decider.ts';
import { type ErasureEffect, subjectErasureConfirmed } from '../../domain/privacy/subject-events.ts';
import type { Delivery } from '../runner/delivery.ts';
import { endOpenWork } from './end-open-work.ts';
import { removeFiles } from './remove-files.ts';
import { stopDocument } from './stop-document.ts';
import type { SubjectEraserServices } from './subject-eraser-services.ts';
import { surveySubject } from './survey-subject.ts';

type Erasing = {
  readonly services: SubjectEraserServices;
  readonly contextFor: (event: RecordedEvent, delivery: Delivery) => (step: string) => CommandContext;
  readonly decide: (streamId: StreamId, command: SubjectCommand, context: CommandContext) => Promise<unknown>;
};

/**
 * Carries out a confirmed erasure. It cannot be undone, so every step may be repeated and none needs the key: after a
 * crash at any step the next owner repeats all of them.
 *
 * 1. Takes a document out of search and ends its jobs, while its key can still seal the reason.
 * 2. Destroys the key: from here on, sealed content is unreadable for everyone, and none can be added.
 * 3. Ends questions, tool calls and timers, because nothing more can be recorded of them.
 * 4. Removes data stored outside the log, or counts it where it is now unreadable.
 * 5. Appends `SubjectErased` with the effects; read models then drop the sealed bytes, and the rows that the search index
 *    has dropped are overwritten.
 */
export const eraseSubject = async (
  event: RecordedEvent,
  delivery: Delivery,
  { services, contextFor, decide }: Erasing,
): Promise<void> => {
  const { eventStore, vault, subjectKeyState, purges, notReached } = services;
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
  const survey = await surveySubject({ subject, stream: event.streamId }, services, delivery);
  await endOpenWork(survey, subject, context, { services, delivery });
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
