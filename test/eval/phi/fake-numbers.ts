import type { Faker } from '@faker-js/faker';

const digits = (faker: Faker, length: number): string => faker.string.numeric({ length });

/** The sum of digits after doubling every second one from the right, including the check digit. */
const luhnSum = (number: string): number =>
  [...number]
    .reverse()
    .map((digit, index) => Number(digit) * (index % 2 === 1 ? 2 : 1))
    .reduce((sum, value) => sum + (value > 9 ? value - 9 : value), 0);

/** A National Provider Identifier: Luhn's digit over 80840 and the number (45 CFR 162.406). */
export const fakeNpi = (faker: Faker): string => {
  const body = `1${digits(faker, 8)}`;
  return `${body}${(10 - (luhnSum(`80840${body}0`) % 10)) % 10}`;
};

const vinValues = new Map([...'ABCDEFGH'].map((letter, index) => [letter, index + 1] as const));
for (const [index, letter] of [...'JKLMN'].entries()) vinValues.set(letter, index + 1);
for (const [letter, value] of [
  ['P', 7],
  ['R', 9],
] as const)
  vinValues.set(letter, value);
for (const [index, letter] of [...'STUVWXYZ'].entries()) vinValues.set(letter, index + 2);
const vinWeights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];

/** A vehicle identification number with its check digit (49 CFR 565.15(c)). */
export const fakeVin = (faker: Faker): string => {
  const body = faker.vehicle.vin().toUpperCase().replaceAll(/[IOQ]/g, 'A');
  const sum = [...body].reduce(
    (total, character, index) =>
      total + (vinWeights[index] ?? 0) * (vinValues.get(character) ?? Number(character)),
    0,
  );
  return `${body.slice(0, 8)}${sum % 11 === 10 ? 'X' : sum % 11}${body.slice(9)}`;
};

/** A social security number from the issued ranges. */
export const fakeSsn = (faker: Faker): readonly [area: string, group: string, serial: string] => [
  String(faker.number.int({ min: 100, max: 665 })),
  String(faker.number.int({ min: 10, max: 99 })),
  digits(faker, 4),
];

/** A Medicare Beneficiary Identifier in CMS's format. */
export const fakeMbi = (faker: Faker): string => {
  const letter = (): string => faker.helpers.arrayElement([...'ACDEFGHJKMNPQRTUVWXY']);
  const digit = (): string => digits(faker, 1);
  return `${faker.number.int({ min: 1, max: 9 })}${letter()}${letter()}${digit()}${letter()}${letter()}${digit()}${letter()}${letter()}${digit()}${digit()}`;
};
