import { describedZone } from './described-zone.ts';
import { type Component, textOf } from './parse-icalendar.ts';
import { isZoneName, type Zone, zoneOf } from './zone.ts';

/** Finds an IANA name, alone or after a path: `/freeassociation.sourceforge.net/Europe/Berlin`. */
const knownNameIn = (id: string): string | undefined => {
  const steps = id.split('/').filter((step) => step !== '');
  return [id, steps.slice(-3).join('/'), steps.slice(-2).join('/'), steps.slice(-1).join('')].find(
    isZoneName,
  );
};

/** Finds a zone by the name used in a calendar object. Throws for an undefined one. */
export type ZoneFinder = (id: string) => Zone;

/**
 * Finds the zones of one object: by IANA name if known, because IANA's rules are better maintained than
 * copies of them; otherwise as the object describes them. A name without a place, such as `EST`, is a fixed
 * offset in IANA's tables, but programs use it for rules with daylight saving time, so there the description
 * takes precedence.
 */
export const zonesIn = (calendar: Component): ZoneFinder => {
  const found = new Map<string, Zone>();
  const lookUp = (id: string): Zone => {
    const known = knownNameIn(id);
    const described = calendar.components.find(
      (component) => component.name === 'vtimezone' && textOf(component, 'tzid') === id,
    );
    if (known !== undefined && (known.includes('/') || described === undefined)) return zoneOf(known);
    if (described === undefined) throw new RangeError('This time zone is not defined.');
    const meant = knownNameIn(textOf(described, 'x-lic-location') ?? '');
    return meant?.includes('/') === true ? zoneOf(meant) : describedZone(described);
  };
  return (id) => {
    const zone = found.get(id) ?? lookUp(id);
    found.set(id, zone);
    return zone;
  };
};
