import type { Position } from '../../domain/kernel/event.ts';
import type { SqlSession } from '../../ports/database.ts';
import type { Generations } from '../../ports/generations.ts';
import { generationSchema, type ProjectionDefinition } from './projection-definition.ts';

/** The initial state of a generation; `target` is the head of the log, for progress. */
type GenerationStart = {
  readonly generation: number;
  readonly state: 'building' | 'live';
  readonly target: Position;
};

/**
 * Registers a generation and creates its tables atomically. Does nothing when it is already registered, but restarts
 * a build begun by an older version of the fold.
 */
export const createGeneration = async (
  session: SqlSession,
  generations: Generations,
  definition: ProjectionDefinition,
  { generation, state, target }: GenerationStart,
): Promise<void> => {
  const { name: projection, version: definitionVersion } = definition;
  const start = { projection, generation, definitionVersion, state, target };
  if (!(await generations.register(session, start))) return;
  const schema = generationSchema(projection, generation);
  await session.query(`drop schema if exists "${schema}" cascade`);
  await session.query(`create schema "${schema}"`);
  await definition.create(session, schema);
};

/** Drops a generation with its tables. Harmless when it no longer exists. */
export const dropGeneration = async (
  session: SqlSession,
  generations: Generations,
  projection: string,
  generation: number,
): Promise<void> => {
  await session.query(`drop schema if exists "${generationSchema(projection, generation)}" cascade`);
  await generations.remove(session, projection, generation);
};
