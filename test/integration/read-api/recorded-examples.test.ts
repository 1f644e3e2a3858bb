import { beforeAll, describe, expect, it } from 'vitest';
import { apiRoutes } from '../../../read-api/api-routes.ts';
import { clinician } from '../../../read-api/openapi/examples/ids.ts';
import { recordedAnswers } from '../../../read-api/openapi/examples/recorded-answers.generated.ts';
import {
  type RecordedAnswer,
  recordAnswers,
  recordedOperations,
} from '../../../scripts/examples/record-answers.ts';
import { sharedServer } from '../../support/shared-server.ts';
import { signTestToken } from '../../support/test-user.ts';

describe('the recorded examples of the OpenAPI document', () => {
  let answered: Readonly<Record<string, RecordedAnswer>> = {};
  beforeAll(async () => {
    const server = await sharedServer();
    const token = await signTestToken(clinician, ['clinician', 'admin']);
    const { http } = server.application;
    answered = await recordAnswers(
      apiRoutes(http),
      (path, init) =>
        server.request(path, { ...init, headers: { ...init.headers, authorization: `Bearer ${token}` } }),
      await http.eventStore.head(),
    );
  });

  it.each(recordedOperations)(
    'show the present answer of %s; otherwise run "npm run examples"',
    (operationId) => {
      expect(answered[operationId]).toEqual(recordedAnswers[operationId]);
    },
  );

  it('contain no secrets and nothing random', () => {
    const text = JSON.stringify(recordedAnswers);
    expect(text).not.toMatch(/anm_|eyJ|Bearer|\/tmp\/|127\.0\.0\.1/);
    const instants = new Set(text.match(/\d{4}-\d\d-\d\dT[\d:.]+Z/g));
    expect([...instants]).toEqual(['2026-11-22T10:15:00.000Z']);
  });
});
