import { Temporal } from 'temporal-polyfill';
import type { Component, Property } from './parse-icalendar.ts';
import type { ZoneFinder } from './time-zones.ts';
import { utc, type Zone } from './zone.ts';

/** A time in a calendar: local time in a zone, or a whole day. */
export type CalendarTime = {
  readonly wall: Temporal.PlainDateTime;
  readonly zone: Zone;
  readonly isDay: boolean;
};

/** The zones for reading times; `local` applies to times without a zone. */
export type TimeReader = { readonly zones: ZoneFinder; readonly local: Zone };

const timeOf = (
  value: unknown,
  { type, parameters }: Property,
  { zones, local }: TimeReader,
): CalendarTime => {
  // Only the start of a period is used; its length is that of the series.
  const text = String(type === 'period' && Array.isArray(value) ? value[0] : value);
  if (!text.includes('T'))
    return { wall: Temporal.PlainDate.from(text).toPlainDateTime(), zone: local, isDay: true };
  if (text.endsWith('Z'))
    return { wall: Temporal.PlainDateTime.from(text.slice(0, -1)), zone: utc, isDay: false };
  const { tzid } = parameters;
  return {
    wall: Temporal.PlainDateTime.from(text),
    zone: typeof tzid === 'string' ? zones(tzid) : local,
    isDay: false,
  };
};

/** Reads the times of all properties with a name. Throws for an invalid one, or one in an undefined zone. */
export const timesOf = (component: Component, name: string, reader: TimeReader): readonly CalendarTime[] =>
  (component.properties.get(name) ?? []).flatMap((property) =>
    property.values.map((value) => timeOf(value, property, reader)),
  );

export const instantOf = ({ wall, zone }: CalendarTime): Temporal.Instant => zone.instantOf(wall);
