import { z } from 'zod';

/** A variable that is `true` or `false`. */
export const flag = z.enum(['true', 'false']).transform((value) => value === 'true');
