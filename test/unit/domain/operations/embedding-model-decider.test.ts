import { describe, expect, it } from 'vitest';
import {
  type EmbeddingModelCommand,
  embeddingModelDecider,
} from '../../../../domain/operations/embedding-model-decider.ts';
import type { EmbeddingModelEvent } from '../../../../domain/operations/embedding-model-events.ts';
import { evolveGenerationModels, noGenerations } from '../../../../domain/operations/generation-models.ts';
import type { OperationsEvent } from '../../../../domain/operations/projection-events.ts';
import { given } from '../../../support/given.ts';

const old = { name: 'old', dimensions: 384 };
const next = { name: 'next', dimensions: 192 };
const third = { name: 'third', dimensions: 8 };

const requested = (model = next, previous = old): EmbeddingModelEvent => ({
  type: 'EmbeddingModelChangeRequested',
  data: { model, previous },
});
const changed = (model = next, generation = 2): EmbeddingModelEvent => ({
  type: 'EmbeddingModelChanged',
  data: { model, generation },
});
const progress = { model: 'next', done: 2, total: 5, withheld: 1 };
const progressed: EmbeddingModelEvent = { type: 'EmbeddingModelChangeProgressed', data: progress };
const failure = { model: 'next', reason: 'unavailable', message: 'The model is down.' };
const failed: EmbeddingModelEvent = { type: 'EmbeddingModelChangeFailed', data: failure };

const change = (model = next, inUse = old): EmbeddingModelCommand => ({
  type: 'RequestModelChange',
  model,
  inUse,
});
const revert: EmbeddingModelCommand = { type: 'RevertModelChange' };
const onModel = (...history: EmbeddingModelEvent[]) => given(embeddingModelDecider, ...history);

describe('the embedding model', () => {
  it('is changed to another one, and the request may be repeated', () => {
    onModel().when(change()).thenEvents(requested()).when(change()).thenNothing();
  });

  it('is not changed to itself, nor to a third one during a change', () => {
    onModel()
      .when(change(old))
      .thenRefused('rule_violated', /already/);
    onModel(requested())
      .when(change(third))
      .thenRefused('conflict', /in progress/);
  });

  it('shows the progress of the current change only, each step once', () => {
    const half = onModel(requested())
      .when({ type: 'RecordModelProgress', ...progress })
      .thenEvents(progressed);
    half.when({ type: 'RecordModelProgress', ...progress }).thenNothing();
    half.when({ type: 'RecordModelProgress', ...progress, model: 'third' }).thenNothing();
    onModel()
      .when({ type: 'RecordModelProgress', ...progress })
      .thenNothing();
    expect(half.state().pending?.progress).toEqual({ done: 2, total: 5, withheld: 1 });
  });

  it('is the new one when its index is live, and can be changed back', () => {
    const done = onModel(requested(), progressed)
      .when({ type: 'RecordModelChanged', model: next, generation: 2 })
      .thenEvents(changed());
    expect(done.state()).toEqual({ current: next, former: old });
    done.when({ type: 'RecordModelChanged', model: next, generation: 2 }).thenNothing();
    done
      .when(revert)
      .thenEvents(requested(old, next))
      .when({ type: 'RecordModelChanged', model: old, generation: 3 })
      .thenEvents(changed(old, 3))
      .when(revert)
      .thenEvents(requested(next, old));
  });

  it('is unchanged when the change fails or is cancelled, and records why', () => {
    const broken = onModel(requested())
      .when({ type: 'RecordModelFailed', ...failure })
      .thenEvents(failed);
    expect(broken.state()).toEqual({ failure });
    broken.when({ type: 'RecordModelFailed', ...failure }).thenNothing();
    expect(broken.when(change()).thenEvents(requested()).state()).not.toHaveProperty('failure');
    onModel(requested())
      .when(revert)
      .thenEvents({
        type: 'EmbeddingModelChangeFailed',
        data: {
          model: 'next',
          reason: 'reverted',
          message: 'The change was cancelled before it finished.',
        },
      })
      .when(revert)
      .thenRefused('rule_violated', /no previous/);
  });

  it('is the one in the index, even if the change was cancelled too late', () => {
    const late = onModel(requested(), failed)
      .when({ type: 'RecordModelChanged', model: next, generation: 2 })
      .thenEvents(changed());
    expect(late.state().current).toEqual(next);
  });
});

describe('the models of generations', () => {
  const reset = (generation: number, embeddingModel?: typeof next): OperationsEvent => ({
    type: 'ProjectionResetRequested',
    data: { projection: 'search', generation, ...(embeddingModel ? { embeddingModel } : {}) },
  });
  const switched = (generation: number): OperationsEvent => ({
    type: 'ProjectionGenerationSwitched',
    data: { projection: 'search', generation, previous: generation - 1, builtTo: 9 },
  });
  const broken = (generation: number): OperationsEvent => ({
    type: 'ProjectionRebuildFailed',
    data: { projection: 'search', generation, message: 'It failed.' },
  });
  const modelsAfter = (...events: OperationsEvent[]) => events.reduce(evolveGenerationModels, noGenerations);

  it('are those in the requests', () => {
    const { live, building, models } = modelsAfter(reset(2, next));
    expect({ live, building, two: models.get(2) }).toEqual({ live: 1, building: 2, two: next });
    expect(modelsAfter(reset(2, next), switched(2))).not.toHaveProperty('building');
  });

  it('persist through rebuilds that name none, as of the request for the rebuild', () => {
    expect(modelsAfter(reset(2)).models.get(2)).toBeUndefined();
    expect(modelsAfter(reset(2, next), switched(2), reset(3)).models.get(3)).toEqual(next);
    expect(modelsAfter(reset(2, next), broken(2), reset(3)).models.get(3)).toBeUndefined();
    expect(modelsAfter(reset(2, next), broken(2))).toMatchObject({ live: 1 });
  });
});
