import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allEvents } from '../../../domain/all-events.ts';
import { type HttpFixture, openHttpApi } from '../../support/http-api.ts';

describe('the routes of event schemas', () => {
  let api: HttpFixture;
  beforeAll(async () => {
    api = await openHttpApi();
  });
  afterAll(() => api[Symbol.asyncDispose]());

  it('list every type, and serve each as a bare JSON Schema', async () => {
    const { status, body } = await api.get('/api/schemas');
    expect(status).toBe(200);
    expect(new Set(body.data.map(({ type }: { type: string }) => type))).toEqual(
      new Set(allEvents.map(({ type }) => type)),
    );
    for (const { path, type } of body.data) {
      const schema = await api.get(path);
      expect(schema.status, path).toBe(200);
      expect(schema.headers.get('content-type')).toContain('application/schema+json');
      expect(JSON.parse(schema.text)).toMatchObject({ title: type, type: 'object' });
    }
  });

  it('report an unknown address', async () => {
    expect((await api.get('/api/schemas/QueryAsked/99')).status).toBe(404);
    expect((await api.get('/api/schemas/Nothing/1')).status).toBe(404);
    expect((await api.get('/api/schemas/QueryAsked/x')).status).toBe(400);
  });
});
