/** `auto` is pgvector on a server that has it, and the memory of this process anywhere else. */
export type VectorIndexChoice = 'auto' | 'memory' | 'pgvector';
