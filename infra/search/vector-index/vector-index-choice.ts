/** `auto` means pgvector on a server that offers it, and the memory of this process otherwise. */
export type VectorIndexChoice = 'auto' | 'memory' | 'pgvector';
