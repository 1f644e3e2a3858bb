import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** OpenAI's package: 245 modules, loaded where a model is configured and no sooner. */
export const openAiPackage = (): typeof import('openai') => require('openai');
