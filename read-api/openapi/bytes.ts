import { z } from 'zod';

/** Content that is no text, as generators recognise it. */
export const bytes = z.string().meta({ format: 'binary' });
