const waitPreference = /(?:^|[,;])\s*wait\s*=\s*"?(\d{1,9})"?\s*(?=$|[,;])/i;

/** The seconds in `Prefer: wait=<seconds>` (RFC 7240), at most the longest wait; 0 if there are none. */
export const preferredWait = (header: string | undefined, longest: number): number =>
  Math.min(Number(waitPreference.exec(header ?? '')?.[1] ?? 0), longest);
