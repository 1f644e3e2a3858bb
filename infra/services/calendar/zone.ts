import { Temporal } from 'temporal-polyfill';

/** How the clocks of a place go. */
export type Zone = {
  /** Of a time that the clocks skip, the one after the gap; of one that they show twice, the first. */
  readonly instantOf: (wall: Temporal.PlainDateTime) => Temporal.Instant;
  readonly wallOf: (instant: Temporal.Instant) => Temporal.PlainDateTime;
};

/** The zone of an IANA name. */
export const zoneOf = (name: string): Zone => ({
  instantOf: (wall) => wall.toZonedDateTime(name, { disambiguation: 'compatible' }).toInstant(),
  wallOf: (instant) => instant.toZonedDateTimeISO(name).toPlainDateTime(),
});

export const utc = zoneOf('UTC');

/** Whether there is a zone of that name. */
export const isZoneName = (name: string): boolean => {
  try {
    return /^[A-Za-z]/.test(name) && new Temporal.ZonedDateTime(0n, name).timeZoneId !== '';
  } catch {
    return false;
  }
};
