import { Failure, failure } from '../../../domain/kernel/failure.ts';

/** Optional: it brings a runtime of half a gigabyte, which only those install who use it. */
export const TRANSFORMERS_PACKAGE = '@huggingface/transformers';
/** The version that this program was tried with. */
const TRANSFORMERS_VERSION = '4.3.1';

/** What to type for it. */
export const transformersInstallation = `npm install ${TRANSFORMERS_PACKAGE}@${TRANSFORMERS_VERSION}`;

/** Whether it is installed. */
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

/** Who needs transformers.js: the part that fails without it, and the setting that asked for it. */
type TransformersUser = { readonly component: string; readonly setting: string };

/**
 * Loads transformers.js, which is installed only by those who use it. Rejects with `unavailable` and how to install
 * it when it is missing or not what is expected.
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
 * Sets the folder of models for transformers.js; with a folder nothing is fetched over the network. To be called before
 * each load, because the setting is one for all models of the process.
 */
export const useModelFolder = (env: Record<string, unknown>, folder: string | undefined): void => {
  if (folder !== undefined) env.localModelPath = folder;
  env.allowRemoteModels = folder === undefined;
};
