import { z } from 'zod';

/** Binary content, in the form that generators recognise. */
export const bytes = z.string().meta({ format: 'binary' });
