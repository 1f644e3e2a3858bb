import { base, en, Faker } from '@faker-js/faker';
import anyAscii from 'any-ascii';
import type { PhiKind } from '../../../domain/privacy/phi-kind.ts';
import { fakeMbi, fakeNpi, fakeSsn, fakeVin } from './fake-numbers.ts';
import type { Identifier } from './labelled-text.ts';
import type { PeopleLocale } from './locales.ts';

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

const SPOKEN_DIGITS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
const SPOKEN_DAYS = ['first', 'second', 'third', 'seventh', 'twelfth', 'twenty-first', 'thirtieth'];

const as = (kind: PhiKind, value: string): Identifier => ({ kind, value });

const twoDigits = (number: number): string => String(number).padStart(2, '0');

/** Formats of a date. */
const dateForms: readonly ((day: number, month: number, year: number) => string)[] = [
  (day, month, year) => `${month}/${day}/${year}`,
  (day, month, year) => `${twoDigits(month)}/${twoDigits(day)}/${year}`,
  (day, month, year) => `${month}/${day}/${year % 100 < 10 ? `0${year % 100}` : year % 100}`,
  (day, month, year) => `${month}-${day}-${twoDigits(year % 100)}`,
  (day, month, year) => `${month}.${day}.${twoDigits(year % 100)}`,
  (day, month, year) => `${twoDigits(day)}${MONTHS[month - 1]?.slice(0, 3).toUpperCase()}${year}`,
  (day, month, year) => `${year}${twoDigits(month)}${twoDigits(day)}`,
  (day, month, year) => `${year}-${twoDigits(month)}-${twoDigits(day)}`,
  (day, month, year) => `${twoDigits(day)}.${twoDigits(month)}.${year}`,
  (day, month, year) => `${day} ${MONTHS[month - 1]} ${year}`,
  (day, month, year) => `${MONTHS[month - 1]} ${day}, ${year}`,
  (day, month, year) => `${MONTHS[month - 1]?.slice(0, 3)} ${day} ${year}`,
  (day, month, year) => `${day}-${MONTHS[month - 1]?.slice(0, 3)}-${year}`,
];

const isLatin = (text: string): boolean => /^[\p{Script=Latin}\p{N}\p{P}\p{Z}\p{M}\p{S}]*$/u.test(text);

/** An invented person: each call returns one spelling of an item. */
export type FakePerson = ReturnType<typeof fakePerson>;

/** The seed determines everything. */
export const fakePerson = ({ locale, romanised, latin }: PeopleLocale, seed: number) => {
  const local = new Faker({ locale: [locale, en, base], seed });
  const faker = new Faker({ locale: [en, base], seed: seed + 1 });
  const { arrayElement } = faker.helpers;
  const ofLocale = latin ? local : faker;
  const upper = (length: number): string => faker.string.alpha({ length, casing: 'upper' });
  const digits = (length: number): string => faker.string.numeric({ length, allowLeadingZeros: false });
  const transcribed = (name: string): string =>
    isLatin(name)
      ? // Half of the writers have no accents on their keyboard.
        seed % 2 === 0
        ? anyAscii(name)
        : name
      : anyAscii(name).replaceAll(/(?<=\p{Ll})\p{Lu}/gu, (letter) => letter.toLowerCase());
  const given = transcribed(romanised ? arrayElement(romanised.given) : local.person.firstName());
  const family = transcribed(romanised ? arrayElement(romanised.family) : local.person.lastName());
  const name = (value: string): Identifier => as('name', value);
  const day = (minYear: number, maxYear: number): string =>
    arrayElement(dateForms)(
      faker.number.int({ min: 1, max: 28 }),
      faker.number.int({ min: 1, max: 12 }),
      faker.number.int({ min: minYear, max: maxYear }),
    );
  const usPhone = (): string => {
    const [area, exchange, line] = [
      `${faker.number.int({ min: 2, max: 9 })}${arrayElement(['12', '13', '46', '58', '27', '05'])}`,
      `${faker.number.int({ min: 2, max: 9 })}${faker.number.int({ min: 12, max: 99 })}`,
      digits(4),
    ];
    return arrayElement([
      `(${area}) ${exchange}-${line}`,
      `${area}-${exchange}-${line}`,
      `${area}.${exchange}.${line}`,
      `${area} ${exchange} ${line}`,
      `+1 ${area} ${exchange} ${line}`,
      `1-${area}-${exchange}-${line}`,
      `${area}${exchange}${line}`,
      `(${area})${exchange}-${line}`,
      `+1${area}${exchange}${line}`,
    ]);
  };
  const internationalPhone = (): string => local.phone.number({ style: 'international' });
  const state = faker.location.state({ abbreviated: true });
  const usAddress = (): string => {
    const street = faker.location.streetAddress();
    const unit = arrayElement([
      '',
      '',
      ` Apt ${digits(2)}`,
      `, Apt. ${digits(1)}${upper(1)}`,
      ` #${digits(3)}`,
      `, Unit ${digits(2)}`,
      ` Suite ${digits(3)}`,
    ]);
    const city = faker.location.city();
    const zip = `${digits(5)}${arrayElement(['', '', `-${digits(4)}`])}`;
    return arrayElement([
      street,
      `${street}${unit}`,
      `${street}${unit}, ${city}, ${state} ${zip}`,
      `${street}, ${city}, ${state}`,
      `${street}, ${city} ${state} ${zip}`,
      `${street}, ${city}`,
    ]);
  };
  const localAddress = (): string => {
    const street = ofLocale.location.streetAddress();
    const city = transcribed(ofLocale.location.city());
    const zip = latin ? zipOf(ofLocale) : digits(5);
    return arrayElement([`${transcribed(street)}, ${zip} ${city}`, transcribed(street)]);
  };
  const wholeAddress = (): string => {
    const street = transcribed(ofLocale.location.streetAddress());
    const city = transcribed(ofLocale.location.city());
    const zip = latin ? zipOf(ofLocale) : digits(5);
    const separator = arrayElement([', ', ', ', '\n']);
    return arrayElement([
      `${street}${separator}${zip} ${city}`,
      `${street}${separator}${city} ${zip}`,
      `${street}${separator}${city}, ${faker.location.country()}`,
    ]);
  };
  const zipOf = (of: Faker): string => {
    try {
      return of.location.zipCode();
    } catch {
      // Some countries have none.
      return digits(5);
    }
  };
  return {
    faker,
    given: () => name(given),
    family: () => name(family),
    fullName: () =>
      name(
        arrayElement([
          `${given} ${family}`,
          `${given} ${family}`,
          `${given} ${family}`,
          `${given} ${upper(1)}. ${family}`,
          `${family}, ${given}`,
          `${given.charAt(0)}. ${family}`,
        ]),
      ),
    plainName: () => name(`${given} ${family}`),
    lastFirst: () => name(`${family}, ${given}`),
    /** Obfuscated spelling. */
    leetName: () => name(`${given} ${family}`.replace('o', '0').replace('i', '1').replace('e', '3')),
    age: () => faker.number.int({ min: 18, max: 88 }),
    /** Of people over 89, fewer than one in twenty is over 99. */
    oldAge: () =>
      as(
        'age_over_89',
        String(faker.number.int(seed % 16 === 0 ? { min: 100, max: 104 } : { min: 90, max: 99 })),
      ),
    birthday: () => as('date', day(1931, 2020)),
    date: () => as('date', day(2019, 2025)),
    shortDate: () =>
      as('date', `${faker.number.int({ min: 1, max: 12 })}/${faker.number.int({ min: 1, max: 28 })}`),
    phone: () => as('phone', arrayElement([usPhone, usPhone, internationalPhone])()),
    usPhone: () => as('phone', usPhone()),
    internationalPhone: () => as('phone', internationalPhone()),
    nationalPhone: () => as('phone', local.phone.number({ style: 'national' })),
    localPhone: () => as('phone', `555-${digits(4)}`),
    fax: () => as('fax', usPhone()),
    email: () =>
      as('email', faker.internet.email({ firstName: anyAscii(given), lastName: anyAscii(family) })),
    url: () =>
      as(
        'url',
        arrayElement([`${faker.internet.url()}/${faker.lorem.slug()}`, `www.${faker.internet.domainName()}`]),
      ),
    ip: () => as('ip', arrayElement([faker.internet.ipv4(), faker.internet.ipv4(), faker.internet.ipv6()])),
    ssn: () => {
      const [area, group, serial] = fakeSsn(faker);
      return as(
        'ssn',
        arrayElement([
          `${area}-${group}-${serial}`,
          `${area} ${group} ${serial}`,
          `${area}${group}${serial}`,
        ]),
      );
    },
    dashedSsn: () => as('ssn', fakeSsn(faker).join('-')),
    mrn: () =>
      as(
        'mrn',
        arrayElement([
          digits(6),
          digits(7),
          digits(8),
          `${upper(1)}${digits(7)}`,
          `${digits(3)}-${digits(4)}`,
          `${upper(2)}-${digits(6)}`,
        ]),
      ),
    encounter: () => as('identifier', arrayElement([digits(9), digits(10), `${upper(1)}${digits(8)}`])),
    memberId: () =>
      as(
        'health_plan',
        arrayElement([
          `${upper(3)}${digits(9)}`,
          `${upper(1)}${digits(8)}`,
          digits(10),
          `${upper(3)}-${digits(7)}`,
        ]),
      ),
    mbi: () => {
      const mbi = fakeMbi(faker);
      return as('health_plan', arrayElement([mbi, `${mbi.slice(0, 4)}-${mbi.slice(4, 7)}-${mbi.slice(7)}`]));
    },
    card: () => {
      const number = faker.finance
        .creditCardNumber({ issuer: arrayElement(['visa', 'mastercard', 'american_express', 'discover']) })
        .replaceAll(/\D/g, '');
      return as(
        'account',
        arrayElement([
          number,
          number,
          number.replaceAll(/(\d{4})(?=\d)/g, '$1 '),
          number.replaceAll(/(\d{4})(?=\d)/g, '$1-'),
        ]),
      );
    },
    iban: () => {
      const iban = faker.finance.iban({
        countryCode: arrayElement(['DE', 'FR', 'GB', 'PL', 'ES', 'NL', 'SE', 'AE']),
      });
      return as('account', arrayElement([iban, iban.replaceAll(/(.{4})(?=.)/g, '$1 ')]));
    },
    routing: () => as('account', faker.finance.routingNumber()),
    accountNumber: () => as('account', digits(arrayElement([8, 10, 12]))),
    npi: () => as('licence', fakeNpi(faker)),
    drivingLicence: () =>
      as(
        'licence',
        arrayElement([
          `${upper(1)}${digits(7)}`,
          digits(8),
          `${upper(1)}${digits(3)}-${digits(4)}-${digits(4)}`,
        ]),
      ),
    passport: () => as('licence', arrayElement([digits(9), `${upper(1)}${digits(8)}`])),
    plate: () =>
      as(
        'vehicle',
        arrayElement([
          `${digits(1)}${upper(3)}${digits(3)}`,
          `${upper(3)}-${digits(4)}`,
          `${upper(3)} ${digits(4)}`,
          faker.vehicle.vrm(),
        ]),
      ),
    vin: () => as('vehicle', fakeVin(faker)),
    serial: () =>
      as(
        'device',
        arrayElement([`${upper(3)}${digits(6)}`, `SN${digits(8)}`, `${upper(2)}-${digits(7)}`, digits(9)]),
      ),
    mac: () => as('device', faker.internet.mac()),
    address: () => as('address', arrayElement([usAddress, usAddress, usAddress, localAddress])()),
    /** With its town, in the format of the country. */
    wholeAddress: () => as('address', wholeAddress()),
    /** As dictated: digit by digit. */
    spokenMrn: () =>
      as(
        'mrn',
        Array.from(digits(arrayElement([6, 7, 8])), (digit) => SPOKEN_DIGITS[Number(digit)] ?? '').join(' '),
      ),
    /** "the third of March two thousand nineteen" */
    dateInWords: () =>
      as(
        'date',
        `${arrayElement(MONTHS)} ${arrayElement(SPOKEN_DAYS)} ${arrayElement(['nineteen eighty-four', 'two thousand nineteen', 'twenty twenty-three', '2021'])}`,
      ),
    pesel: () => as('identifier', digits(11)),
    usAddress: () => as('address', usAddress()),
    zip: () => as('zip_code', arrayElement([digits(5), `${digits(5)}-${digits(4)}`])),
    state,
    /** A real town: the library invents towns in some languages. */
    city: () =>
      as(
        'address',
        arrayElement([
          'Tulsa',
          'Spokane',
          'Albuquerque',
          'Fresno',
          'Omaha',
          'Toledo',
          'Boise',
          'Chattanooga',
          'Laredo',
          'Des Moines',
          'El Paso',
          'Fort Wayne',
          'Sioux Falls',
          'Baton Rouge',
          'Munich',
          'Krakow',
          'Lagos',
          'Guadalajara',
          'Hanoi',
          'Lucknow',
        ]),
      ),
    she: arrayElement(['She', 'He']),
    sex: arrayElement(['F', 'M']),
    complaint: arrayElement([
      'chest pain',
      'shortness of breath',
      'left hip pain after a fall',
      'fever and cough',
      'abdominal pain',
      'a syncopal episode',
      'right-sided weakness',
      'palpitations',
      'an allergic reaction',
      'vomiting',
      'a seizure',
      'a productive cough',
    ]),
    drug: arrayElement([
      'metoprolol 25 mg',
      'aspirin 325 mg',
      'ketamine 30 mg IV',
      'ceftriaxone 1 g',
      'heparin 5000 units',
      'insulin lispro 6 units',
      'ondansetron 4 mg',
      'furosemide 40 mg',
      'warfarin 5 mg',
      'levetiracetam 1500 mg',
    ]),
    place: arrayElement(['ICU', 'ED', 'med-surg', 'PACU', 'bed 12', 'room 4']),
  };
};
