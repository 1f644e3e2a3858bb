import { access } from 'node:fs/promises';
import { join } from 'node:path';

/** The folder to load a model from: that of the installed ones if it is there, else none, which is the hub. */
export const modelFolder = async (modelsDir: string, model: string): Promise<string | undefined> =>
  access(join(modelsDir, model, 'config.json')).then(
    () => modelsDir,
    () => undefined,
  );
