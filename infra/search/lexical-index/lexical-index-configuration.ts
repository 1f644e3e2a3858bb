import { z } from 'zod';

/**
 * Number of passages from which `auto` stores words in tables. In memory, this many cost about 250 MB and 5
 * seconds of each start, which a node of 2 GB can afford.
 */
export const STORED_MIN_PASSAGES = 30_000;

const megabytes = 1024 * 1024;

/** Environment variables that choose where the search index stores its words. */
export const lexicalIndexEnvironment = {
  LEXICAL_INDEX: z
    .enum(['auto', 'memory', 'stored'])
    .default('auto')
    .describe(
      `place of the word index: \`memory\` (of each node, 60 to 90 MB for 10,000 passages), \`stored\` (database tables, read as needed), or \`auto\`: stored from ${STORED_MIN_PASSAGES / 1000},000 passages on, and from then on always; a change rebuilds the index while the old one answers`,
    ),
  LEXICAL_CACHE_MB: z.coerce
    .number()
    .int()
    .min(1)
    .max(16_384)
    .default(256)
    .describe('most memory for caching postings from the tables of the word index'),
};

/** Where the search index stores its words. */
export type LexicalIndexConfiguration = {
  readonly choice: 'auto' | 'memory' | 'stored';
  readonly cacheBytes: number;
};

type Environment = z.output<z.ZodObject<typeof lexicalIndexEnvironment>>;

export const lexicalIndexConfigurationOf = (env: Environment): LexicalIndexConfiguration => ({
  choice: env.LEXICAL_INDEX,
  cacheBytes: env.LEXICAL_CACHE_MB * megabytes,
});
