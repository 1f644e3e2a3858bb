import { z } from 'zod';

/** A variable that says yes or no. */
export const flag = z.enum(['true', 'false']).transform((value) => value === 'true');
