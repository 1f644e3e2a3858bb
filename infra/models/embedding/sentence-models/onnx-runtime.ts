import { createRequire } from 'node:module';
import { isRecord } from '../../../../domain/kernel/is-record.ts';

/** Optional, because it takes 300 MB on disk. */
export const ONNX_PACKAGE = 'onnxruntime-node';
/** The version that this program was tested with. */
const ONNX_VERSION = '1.30.0';

/** The command that installs it. Its script, which only fetches libraries for graphics processors, is left out. */
export const onnxInstallation = `npm install --ignore-scripts ${ONNX_PACKAGE}@${ONNX_VERSION}`;

const requirePackage = createRequire(import.meta.url);

/** Whether ONNX Runtime is installed. */
export const isOnnxInstalled = (): boolean => {
  try {
    requirePackage.resolve(ONNX_PACKAGE);
    return true;
  } catch {
    return false;
  }
};

/** A tensor as ONNX Runtime returns it. */
export type OnnxTensor = { readonly dims: readonly number[]; readonly data: Float32Array };

/** A loaded model. */
export type OnnxSession = {
  readonly inputNames: readonly string[];
  readonly outputNames: readonly string[];
  readonly run: (
    feeds: Readonly<Record<string, unknown>>,
    fetches: readonly string[],
  ) => Promise<Readonly<Record<string, unknown>>>;
};

/** The parts of ONNX Runtime in use. */
export type OnnxRuntime = {
  readonly InferenceSession: {
    readonly create: (model: Uint8Array, options: object) => Promise<OnnxSession>;
  };
  readonly Tensor: new (type: 'int64', data: BigInt64Array, dims: readonly number[]) => unknown;
};

const isRuntime = (value: unknown): value is OnnxRuntime =>
  isRecord(value) && typeof value.InferenceSession === 'function' && typeof value.Tensor === 'function';

/** Loads ONNX Runtime; undefined when it is not installed or lacks the expected exports. */
export const loadOnnxRuntime = (): OnnxRuntime | undefined => {
  if (!isOnnxInstalled()) return undefined;
  const loaded: unknown = requirePackage(ONNX_PACKAGE);
  return isRuntime(loaded) ? loaded : undefined;
};

/** Whether a value is a tensor of floats. */
export const isFloatTensor = (value: unknown): value is OnnxTensor =>
  isRecord(value) && Array.isArray(value.dims) && value.data instanceof Float32Array;
