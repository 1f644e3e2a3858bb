import { z } from 'zod';
import type { SqlSession } from '../../../ports/database.ts';
import { readSharedFact, setSharedFact } from '../database/shared-facts.ts';

/** The name of the fact that holds a rotation of the master key. */
export const ROTATION = 'master-key-rotation';

const rotationSchema = z.strictObject({
  from: z.string(),
  to: z.string(),
  startedAt: z.string(),
  state: z.enum(['wrapping', 'wrapped']),
  total: z.int().min(0),
  done: z.int().min(0),
  damaged: z.int().min(0),
  /** The hash of the last subject whose key was wrapped. */
  after: z.string(),
});
export type StoredRotation = z.output<typeof rotationSchema>;

export const readRotation = async (session: SqlSession): Promise<StoredRotation | undefined> => {
  const text = await readSharedFact(session, ROTATION);
  return text === undefined ? undefined : rotationSchema.parse(JSON.parse(text));
};

export const writeRotation = (session: SqlSession, rotation: StoredRotation): Promise<void> =>
  setSharedFact(session, ROTATION, JSON.stringify(rotation));
