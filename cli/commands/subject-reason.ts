import { z } from 'zod';

/** Why a subject is erased or held. */
export const subjectReason = z.string().trim().min(1).max(1000);
