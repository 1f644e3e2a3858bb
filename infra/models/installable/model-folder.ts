import { access } from 'node:fs/promises';
import { join } from 'node:path';

/** Returns the folder of installed models if it contains the model, or undefined to load it from the hub. */
export const modelFolder = async (modelsDir: string, model: string): Promise<string | undefined> =>
  access(join(modelsDir, model, 'config.json')).then(
    () => modelsDir,
    () => undefined,
  );
