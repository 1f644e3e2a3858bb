import { describedZone } from './described-zone.ts';
import { type Component, textOf } from './parse-icalendar.ts';
import { isZoneName, type Zone, zoneOf } from './zone.ts';

/** Names come alone or after a path: `/freeassociation.sourceforge.net/Europe/Berlin`. */
const knownNameIn = (id: string): string | undefined => {
  const steps = id.split('/').filter((step) => step !== '');
  return [id, steps.slice(-3).join('/'), steps.slice(-2).join('/'), steps.slice(-1).join('')].find(
    isZoneName,
  );
};

/** Finds zones by the names that a calendar object uses. Throws for an undefined one. */
export type ZoneFinder = (id: string) => Zone;

/**
 * The zones of one object: by IANA's name where there is one, since its rules are kept better than their copies;
 * otherwise as the object describes it. A name without a place, such as `EST`, stands for an offset all year round in
 * IANA's tables, and programs write it above rules with daylight saving time: there the description counts first.
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
