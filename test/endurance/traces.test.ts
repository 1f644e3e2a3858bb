import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { until } from '../support/log-harness.ts';
import { startOtlpReceiver } from '../support/otlp-receiver.ts';
import { startServerProcess } from '../support/server-process.ts';

it('a receiver of traces that hangs does not hold the stop of a server', { timeout: 240_000 }, async () => {
  await using receiver = await startOtlpReceiver();
  receiver.state.answer = 'hang';
  const folder = await mkdtemp(join(tmpdir(), 'anamnesis-traces-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const server = await startServerProcess(
    join(folder, 'data'),
    { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint, OTEL_EXPORTER_OTLP_TIMEOUT: '60000' },
    { timeout: 180_000 },
  );
  onTestFinished(async () => {
    if (server.process.exitCode === null) await server.kill();
  });
  expect((await server.fetch('/api/documents')).status).toBe(200);
  await until('the receiver was asked', () => receiver.headers.length > 0);
  expect(await server.stop()).toBe(0);
  // Nor was it the time-out for the receiver that let it go, which is told as a failure.
  expect(server.output()).not.toContain('Spans of traces could not be sent');
});
