import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type ModelRoute,
  routeModel,
  routingModes,
} from '../../../../../domain/consultation/answering/route-model.ts';

const plain = {
  phi: false,
  clinicalContext: false,
  routing: 'hybrid',
  hasLocal: true,
  hasCloud: true,
} as const;

describe('a question goes to', () => {
  test.each([
    ['the cloud when it holds no PHI', {}, { model: 'cloud', because: 'no_phi' }],
    ['the local model when it holds PHI', { phi: true }, { model: 'local', because: 'phi' }],
    [
      'the local model when its conversation mentions a patient',
      { clinicalContext: true },
      { model: 'local', because: 'clinical_context' },
    ],
    [
      'the local model when there is none in the cloud',
      { hasCloud: false },
      { model: 'local', because: 'no_cloud_model' },
    ],
    [
      'the local model when only local models may answer',
      { routing: 'local-only' },
      { model: 'local', because: 'local_only' },
    ],
    [
      'the cloud when only the cloud may answer',
      { routing: 'cloud-only' },
      { model: 'cloud', because: 'cloud_only' },
    ],
    [
      'none when it holds PHI and only the cloud may answer',
      { phi: true, routing: 'cloud-only' },
      { model: 'none', because: 'phi_without_local_model' },
    ],
    [
      'none when it holds PHI and the only model is in the cloud',
      { phi: true, hasLocal: false },
      { model: 'none', because: 'phi_without_local_model' },
    ],
    [
      'none when only a local model may answer and there is none',
      { routing: 'local-only', hasLocal: false },
      { model: 'none', because: 'no_model' },
    ],
    [
      'none when there is no model',
      { hasLocal: false, hasCloud: false },
      { model: 'none', because: 'no_model' },
    ],
  ] satisfies [string, Partial<Parameters<typeof routeModel>[0]>, ModelRoute][])(
    '%s',
    (_, given, expected) => {
      expect(routeModel({ ...plain, ...given })).toEqual(expected);
    },
  );

  test('the cloud never with PHI or a patient, and only an available, permitted model', () => {
    const anything = fc.record({
      phi: fc.boolean(),
      clinicalContext: fc.boolean(),
      routing: fc.constantFrom(...routingModes),
      hasLocal: fc.boolean(),
      hasCloud: fc.boolean(),
    });
    fc.assert(
      fc.property(anything, (question) => {
        const { model } = routeModel(question);
        if (model === 'cloud')
          expect(question).toMatchObject({ phi: false, clinicalContext: false, hasCloud: true });
        if (model === 'local') expect(question.hasLocal).toBe(true);
        expect([model, question.routing]).not.toEqual(['cloud', 'local-only']);
        expect([model, question.routing]).not.toEqual(['local', 'cloud-only']);
      }),
    );
  });
});
