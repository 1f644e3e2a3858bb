import { Temporal } from 'temporal-polyfill';

/** Converts between local times and instants. */
export type Zone = {
  /** For a local time that the clock skips, the one after the gap; for one that it shows twice, the first. */
  readonly instantOf: (wall: Temporal.PlainDateTime) => Temporal.Instant;
  readonly wallOf: (instant: Temporal.Instant) => Temporal.PlainDateTime;
};

/** Returns the zone with an IANA name. */
export const zoneOf = (name: string): Zone => ({
  instantOf: (wall) => wall.toZonedDateTime(name, { disambiguation: 'compatible' }).toInstant(),
  wallOf: (instant) => instant.toZonedDateTimeISO(name).toPlainDateTime(),
});

export const utc = zoneOf('UTC');

/** True when a zone with that name exists. */
export const isZoneName = (name: string): boolean => {
  try {
    return /^[A-Za-z]/.test(name) && new Temporal.ZonedDateTime(0n, name).timeZoneId !== '';
  } catch {
    return false;
  }
};
