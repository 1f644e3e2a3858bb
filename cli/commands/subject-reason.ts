import { z } from 'zod';

/** The reason for erasing or holding a data subject. */
export const subjectReason = z.string().trim().min(1).max(1000);
