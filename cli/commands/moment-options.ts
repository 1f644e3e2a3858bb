import { z } from 'zod';

/** A day, or an instant with its time zone. The server decides what a day covers. */
export const instantOption = z.union(
  [z.iso.date(), z.iso.datetime({ offset: true })],
  'must be a day such as 2026-01-31, or an instant such as 2026-01-31T09:30:00Z',
);

/** A log position, a day or an instant. */
export const momentOption = z.union(
  [z.string().regex(/^\d{1,15}$/), z.iso.date(), z.iso.datetime({ offset: true })],
  'must be a log position such as 120, a day such as 2026-01-31, or an instant such as 2026-01-31T09:30:00Z',
);
