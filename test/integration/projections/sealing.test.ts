import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RecordedEvent } from '../../../domain/kernel/event.ts';
import { streamIdOf } from '../../../domain/kernel/identifiers.ts';
import { createRowSealer } from '../../../infra/storage/key-vault/row-sealer.ts';
import { keyedProjections } from '../../../projections/all-projections.ts';
import type { KeyedProjection } from '../../../projections/keyed-projection.ts';
import { arbitraryHistory } from '../../support/arbitrary-history.ts';
import { MARK, markedEvents } from '../../support/filled-events.ts';
import { foldProjection, foldSealed } from '../../support/fold-projection.ts';
import { createInMemoryKeyVault } from '../../support/in-memory-key-vault.ts';
import { openReadModels, type ReadModels } from '../../support/read-models.ts';
import { createHistory, type StreamEvent } from '../../support/recorded-history.ts';
import { failed } from '../../support/sample-events.ts';
import { withoutKeyOf, withSubjects } from '../../support/with-subjects.ts';

/** The stream of a marked event. */
const placed = (event: StreamEvent['event']): StreamEvent => {
  const { data } = event;
  if ('jobId' in data && event.type !== 'DocumentVersionAdded')
    return { streamId: streamIdOf('indexing', String(data.jobId)), event };
  if ('queryId' in data && event.type !== 'AnswerRead')
    return { streamId: streamIdOf('query', String(data.queryId)), event };
  if (event.type === 'ConversationStarted' || event.type === 'ClinicalContextSet')
    return { streamId: streamIdOf('conversation', event.data.conversationId), event };
  if (event.type === 'DocumentVersionAdded' || event.type === 'DocumentWithdrawn')
    return { streamId: streamIdOf('document', event.data.docKey), event };
  return { streamId: streamIdOf('access', 'x'), event };
};

const markedHistory = (): readonly RecordedEvent[] => {
  const history = createHistory();
  for (const event of markedEvents()) {
    // Erased content is not searchable, a handled consumer event leaves its list, and a tool call that ends
    // before it starts has no result.
    if (
      [
        'SubjectErased',
        'ParkedEventResolved',
        'TimerFired',
        'TimerCancelled',
        'ToolCallRejected',
        'ToolDeclined',
        'ToolConfirmationExpired',
      ].includes(event.type)
    )
      continue;
    history.record(placed(event));
  }
  return withSubjects(history.events);
};

describe('the tables of the read models', () => {
  let readModels: ReadModels;
  beforeAll(async () => {
    readModels = await openReadModels();
  });
  afterAll(() => readModels[Symbol.asyncDispose]());

  it('are folded from events with marks in sensitive texts, as a precondition of the next test', () => {
    const events = JSON.stringify(markedHistory());
    expect(events.split(MARK).length).toBeGreaterThan(50);
    const folded = keyedProjections.map((some) =>
      some((projection) => JSON.stringify([...foldProjection(projection, markedHistory()).values()])),
    );
    expect(folded.filter((rows) => rows.includes(MARK)).length).toBeGreaterThanOrEqual(7);
  });

  it.each(
    keyedProjections.map((some) => ({
      name: some(({ name }) => name),
      bytes: some(<Row extends object>(projection: KeyedProjection<Row>) => async () => {
        const view = await readModels.viewOf(projection, [markedHistory()]);
        const rows = await view.entities.find(projection.entity, {}, { disableIdentityMap: true });
        return JSON.stringify(rows);
      }),
    })),
  )('contain nothing in plain text that an event marks as sensitive: $name', async ({ bytes }) => {
    expect(await bytes()).not.toContain(MARK);
  });
});

/** A history, and one of its subjects. */
const withSubject = arbitraryHistory
  .map(withSubjects)
  .chain((events) =>
    fc.tuple(
      fc.constant(events),
      fc.constantFrom(
        ...new Set(['person:unknown', ...events.flatMap(({ metadata }) => metadata.subject ?? [])]),
      ),
    ),
  );

const erasure = (subject: string, position: number): RecordedEvent => {
  const history = createHistory();
  const erased = markedEvents().find(({ type }) => type === 'SubjectErased');
  if (erased?.type !== 'SubjectErased') throw new Error('There is no event for an erasure.');
  const event = { ...erased, data: { ...erased.data, subject } };
  return { ...history.record({ streamId: streamIdOf('subject', 'x'), event }), position };
};

/** Events that still follow an erasure. */
const afterwards = (position: number): RecordedEvent => {
  const history = createHistory();
  return { ...history.record(failed('protocol-1219', 1)), position };
};

describe.each(
  keyedProjections.map((some) => ({
    name: some(({ name }) => name),
    comesToTheSame: some(
      <Row extends object>(projection: KeyedProjection<Row>) =>
        () =>
          fc.assert(
            fc.asyncProperty(withSubject, fc.boolean(), async ([events, subject], inOneBatch) => {
              const vault = createInMemoryKeyVault();
              const sealer = createRowSealer(vault);
              const last = [erasure(subject, events.length + 1), afterwards(events.length + 2)];
              const before = await foldSealed(projection, [events], sealer);
              expect(
                await foldSealed(
                  projection,
                  events.map((event) => [event]),
                  sealer,
                ),
              ).toEqual(before);
              const batches = inOneBatch ? [[...events, ...last]] : [events, ...last.map((event) => [event])];
              const lived = await foldSealed(projection, batches, sealer);
              await vault.destroy(subject);
              const readAgain = [...withoutKeyOf(subject, events), ...last];
              const replayed = await foldSealed(
                projection,
                readAgain.map((event) => [event]),
                sealer,
              );
              const sorted = (rows: ReadonlyMap<string, string>) =>
                [...rows]
                  .map(([, text]) => JSON.parse(text))
                  .map((row) => JSON.stringify(row, Object.keys(row).toSorted()))
                  .toSorted();
              expect(sorted(replayed)).toEqual(sorted(lived));
            }),
            { numRuns: 12 },
          ),
    ),
  })),
)('the rows of $name', ({ comesToTheSame }) => {
  it('are byte-identical when folded again, even after a subject of theirs is erased', comesToTheSame);
});
