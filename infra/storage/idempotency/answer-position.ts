import { z } from 'zod';
import type { Position } from '../../../domain/kernel/event.ts';

const answerSchema = z.object({ outcome: z.object({ position: z.int() }) });
const SEALED = /^v1:(\d{1,15}):/;

/** The log position of a remembered answer. It is stored in plain text before the sealed part, for backups. */
export const answerPosition = (answer: string): Position | undefined => {
  const sealed = SEALED.exec(answer)?.[1];
  if (sealed !== undefined) return Number(sealed);
  try {
    return answerSchema.parse(JSON.parse(answer)).outcome.position;
  } catch {
    return undefined;
  }
};
