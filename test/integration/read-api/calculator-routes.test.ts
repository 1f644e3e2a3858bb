import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calculators } from '../../../domain/tools/calculators/calculators.ts';
import { type HttpFixture, openHttpApi } from '../../support/http-api.ts';

describe('the routes of the calculators', () => {
  let api: HttpFixture;
  const lines: unknown[] = [];

  beforeAll(async () => {
    const note = (...line: unknown[]): void => {
      lines.push(line);
    };
    api = await openHttpApi({
      replace: () => ({ logger: { debug: note, info: note, warn: note, error: note } }),
    });
  });
  afterAll(() => api[Symbol.asyncDispose]());

  it('list all calculators with their parameters', async () => {
    const { status, body } = await api.get('/api/calculators');
    expect(status).toBe(200);
    expect(body.data.map(({ name }: { name: string }) => name)).toEqual(calculators.map(({ name }) => name));
    expect((await api.get('/api/calculators/meld')).body.data.parameters.creatinine).toMatchObject({
      units: ['mg/dL', 'µmol/L'],
      required: true,
    });
  });

  it('compute the example of each', async () => {
    for (const { name, example } of calculators) {
      const { status, body } = await api.post(`/api/calculators/${name}`, example);
      expect(status, name).toBe(200);
      expect(body.data.calculator).toBe(name);
      expect(body.data.sources.length).toBeGreaterThan(0);
    }
  });

  it('refuse with a message for each parameter, without guessing or repeating any', async () => {
    const { status, body } = await api.post('/api/calculators/bmi', {
      age: null,
      weight: 71.4242,
      heigth: { value: 175, unit: 'cm' },
      'Jane Doe': 1,
    });
    expect(status).toBe(400);
    expect(body.error.details.issues).toEqual([
      { path: 'age', message: expect.stringMatching(/^is unknown/) },
      { path: 'weight', message: expect.stringMatching(/^needs its unit, kg or lb/) },
      { path: 'height', message: expect.stringMatching(/^is missing/) },
      { path: 'heigth', message: 'Unknown field; did you mean height?' },
      { path: '*', message: 'Unknown field' },
    ]);
    expect(JSON.stringify(body)).not.toMatch(/71\.4242|Jane/);
  });

  it('suggest the calculator that was meant', async () => {
    for (const { status, body } of [
      await api.post('/api/calculators/wells-dtv', {}),
      await api.get('/api/calculators/wells-dtv'),
    ])
      expect([status, body.error.message]).toEqual([
        404,
        'There is no calculator with this name. Did you mean wells_dvt?',
      ]);
  });

  it('store nothing, and log nothing about a patient', async () => {
    const before = await api.services.eventStore.head();
    await api.post('/api/calculators/bmi', {
      age: 41,
      weight: { value: 71.4242, unit: 'kg' },
      height: { value: 1.757, unit: 'm' },
    });
    expect(await api.services.eventStore.head()).toBe(before);
    expect(JSON.stringify(lines)).not.toMatch(/71\.4242|1\.757/);
  });
});
