import { z } from 'zod';
import type { SqlSession } from '../../../ports/database.ts';
import type { SubjectKeyState } from '../../../ports/subject-key-state.ts';
import { createSubjectHash } from './subject-hash.ts';

const STATES = `
  SELECT asked.ordinal::integer AS ordinal, k.subject_hash IS NOT NULL AS known, k.wrapped_key IS NULL AS destroyed
  FROM unnest($1::text[]) WITH ORDINALITY AS asked (hash, ordinal)
  LEFT JOIN vault.subject_keys k ON k.subject_hash = decode(asked.hash, 'hex')`;

const stateRow = z.object({ ordinal: z.int(), known: z.boolean(), destroyed: z.boolean() });

/** Looks subjects up in the vault's table, not through the vault, whose cache would hide that a row is gone. */
export const createSubjectKeyState =
  (session: SqlSession, installationSecret: Uint8Array): SubjectKeyState =>
  async (subjects) => {
    const hashSubject = createSubjectHash(installationSecret);
    const rows = await session.query(STATES, [subjects.map(hashSubject)]);
    return rows
      .map((row) => stateRow.parse(row))
      .toSorted((one, other) => one.ordinal - other.ordinal)
      .map(({ known, destroyed }) => (known ? (destroyed ? 'destroyed' : 'present') : 'missing'));
  };
