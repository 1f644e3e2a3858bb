/**
 * Compares `isDialable` with libphonenumber on random numbers, dialled within the countries whose plans the domain has.
 * Exits 1 with the first number on which they differ.
 */
import fc from 'fast-check';
import parsePhoneNumber, { type CountryCode } from 'libphonenumber-js/min';
import { isDialable } from '../../domain/privacy/is-dialable.ts';

const countries = ['US', 'GB', 'FR', 'DE', 'AU', 'NG', 'VN'] as const satisfies readonly CountryCode[];

fc.assert(
  fc.property(fc.stringMatching(/^0?[1-9]\d{6,11}$/), fc.constantFrom(...countries), (number, country) => {
    const parsed = parsePhoneNumber(number, country);
    // Its parser also accepts a calling code without its plus sign, and corrects prefixes that are no longer dialled.
    const asIs = parsed?.nationalNumber !== undefined && number.endsWith(parsed.nationalNumber);
    // Countries that share a calling code are distinguished by their numbers.
    fc.pre(parsed?.country === undefined || parsed.country === country);
    fc.pre(asIs && number.length - parsed.nationalNumber.length <= 1);
    return isDialable(number, [country]) === parsed.isValid();
  }),
  { numRuns: 3000 },
);
console.log('isDialable agrees with libphonenumber on 3,000 numbers.');
