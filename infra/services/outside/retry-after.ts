/** Parses a Retry-After header, which contains seconds or a date, into seconds (RFC 9110, section 10.2.3). */
export const retryAfterOf = (header: string | null): number | undefined => {
  if (header === null) return undefined;
  if (/^\d{1,9}(?:\.\d{1,3})?$/.test(header)) return Number(header);
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, (at - Date.now()) / 1000);
};
