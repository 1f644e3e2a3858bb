/** Worker-thread entry point: runs a sentence model, off the server's event loop. */
import { parentPort, workerData } from 'node:worker_threads';
import { type FailureReason, failure } from '../../../../domain/kernel/failure.ts';
import type { WorkerMessage } from '../../../resilience/worker-pool/worker-message.ts';
import type { EncoderJob, EncoderResult, EncoderSettings } from './encoder-job.ts';
import { loadOnnxRuntime, ONNX_PACKAGE, onnxInstallation } from './onnx-runtime.ts';
import { loadSentenceEncoder, type SentenceEncoder } from './sentence-encoder.ts';

const port = parentPort;
if (port === null) throw new Error('This file is the entry of a worker thread.');

const component = 'embedding';
const settings: EncoderSettings = workerData;

type Loaded = { readonly encode: SentenceEncoder } | { readonly reason: FailureReason };

const load = async (): Promise<Loaded> => {
  const runtime = loadOnnxRuntime();
  if (!runtime)
    return {
      reason: failure(
        'unavailable',
        `EMBEDDING_PROVIDER=onnx needs the npm package ${ONNX_PACKAGE}. Install it with: ${onnxInstallation}`,
        { component },
      ),
    };
  try {
    return { encode: await loadSentenceEncoder(runtime, settings) };
  } catch {
    return {
      reason: failure(
        'unavailable',
        `The embedding model ${settings.name} cannot be loaded from MODELS_DIR. Check it with: npx anamnesis models list`,
        { component },
      ),
    };
  }
};

const loading = load();
const say = (message: WorkerMessage<EncoderResult>): void => port.postMessage(message);

const run = async ({ text }: EncoderJob): Promise<WorkerMessage<EncoderResult>> => {
  const loaded = await loading;
  if ('reason' in loaded) return { kind: 'refused', reason: loaded.reason, memory: 0 };
  try {
    return { kind: 'done', result: { vector: await loaded.encode(text) }, memory: 0 };
  } catch {
    return {
      kind: 'refused',
      reason: failure(
        'external_api_error',
        `The embedding model ${settings.name} gave no vector of ${settings.dimensions} dimensions.`,
        { component },
      ),
      memory: 0,
    };
  }
};

port.on('message', (job: EncoderJob) => {
  void run(job).then(say);
});
say({ kind: 'ready' });
