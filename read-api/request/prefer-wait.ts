const waitPreference = /(?:^|[,;])\s*wait\s*=\s*"?(\d{1,9})"?\s*(?=$|[,;])/i;

/** Seconds that `Prefer: wait=<seconds>` (RFC 7240) asks for, cut to the longest wait; 0 when it asks for none. */
export const preferredWait = (header: string | undefined, longest: number): number =>
  Math.min(Number(waitPreference.exec(header ?? '')?.[1] ?? 0), longest);
