import { Failure, failure } from '../../../domain/kernel/failure.ts';

/** Optional, because its runtime takes half a gigabyte. */
export const TRANSFORMERS_PACKAGE = '@huggingface/transformers';
/** The version that this program was tested with. */
const TRANSFORMERS_VERSION = '4.3.1';

/** The command that installs it. */
export const transformersInstallation = `npm install ${TRANSFORMERS_PACKAGE}@${TRANSFORMERS_VERSION}`;

/** Whether transformers.js is installed. */
export const isTransformersInstalled = (): boolean => {
  try {
    import.meta.resolve(TRANSFORMERS_PACKAGE);
    return true;
  } catch {
    return false;
  }
};

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';

const importPackage = async (): Promise<unknown> => {
  const name: string = TRANSFORMERS_PACKAGE;
  return await import(name);
};

/** The component that fails without transformers.js, and the setting that requires it. */
type TransformersUser = { readonly component: string; readonly setting: string };

/**
 * Loads transformers.js, an optional package. Rejects with `unavailable` and the installation command when it is
 * missing or lacks the expected exports.
 */
export const loadTransformers = async <Runtime>(
  isRuntime: (value: unknown) => value is Runtime,
  { component, setting }: TransformersUser,
  load: () => Promise<unknown> = importPackage,
): Promise<Runtime> => {
  try {
    const runtime = await load();
    if (isRuntime(runtime)) return runtime;
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  throw new Failure(
    failure(
      'unavailable',
      `${setting} needs the npm package ${TRANSFORMERS_PACKAGE}. Install it with: ${transformersInstallation}`,
      { component },
    ),
  );
};

/**
 * Sets the model folder of transformers.js; with a folder, nothing is downloaded. Call it before each load: the setting
 * is global to the process.
 */
export const useModelFolder = (env: Record<string, unknown>, folder: string | undefined): void => {
  if (folder !== undefined) env.localModelPath = folder;
  env.allowRemoteModels = folder === undefined;
};
