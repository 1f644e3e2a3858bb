import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** OpenAI's package: 245 modules, loaded only when a model is configured. */
export const openAiPackage = (): typeof import('openai') => require('openai');
