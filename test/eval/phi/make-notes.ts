import { base, en, Faker } from '@faker-js/faker';
import { fakePerson } from './fake-person.ts';
import { joinPieces, type LabelledText } from './labelled-text.ts';
import { peopleLocales } from './locales.ts';
import { noteForms } from './note-forms.ts';
import { noteStyles } from './note-styles.ts';

export type LabelledNote = LabelledText & {
  readonly locale: string;
  readonly style?: string;
  readonly letters: 'as usual' | 'lower case' | 'upper case';
};

const writers: Readonly<Record<LabelledNote['letters'], (text: string) => string>> = {
  'as usual': (text) => text,
  'lower case': (text) => text.toLowerCase(),
  'upper case': (text) => text.toUpperCase(),
};

/**
 * Notes and questions about invented people, equally many per locale, three quarters of them in usual capitalization.
 * Deterministic for a seed. The names come from a library not used for the detector's lists.
 */
export const makeNotes = (count: number, seed: number): readonly LabelledNote[] => {
  const faker = new Faker({ locale: [en, base], seed });
  return Array.from({ length: count }, (_, index) => {
    const people = peopleLocales[index % peopleLocales.length] ?? faker.helpers.arrayElement(peopleLocales);
    const forms = faker.helpers.weightedArrayElement([
      { value: noteForms.short, weight: 3 },
      { value: noteForms.long, weight: 1 },
    ]);
    const letters = faker.helpers.weightedArrayElement<LabelledNote['letters']>([
      { value: 'as usual', weight: 8 },
      { value: 'lower case', weight: 1.5 },
      { value: 'upper case', weight: 1.5 },
    ]);
    const [one, two] = [faker.number.int(1e9), faker.number.int(1e9)];
    const form = faker.helpers.arrayElement(forms);
    const parts = form(fakePerson(people, one), fakePerson(people, two));
    return { ...joinPieces(parts, writers[letters]), locale: people.name, letters };
  });
};

/** Notes in the styles of `noteStyles`, equally many of each. */
export const makeStyledNotes = (count: number, seed: number): readonly LabelledNote[] => {
  const faker = new Faker({ locale: [en, base], seed });
  return Array.from({ length: count }, (_, index) => {
    const style = noteStyles[index % noteStyles.length];
    const people =
      peopleLocales.find(({ name }) => name === style?.people) ?? faker.helpers.arrayElement(peopleLocales);
    const [one, two] = [faker.number.int(1e9), faker.number.int(1e9)];
    const parts =
      style === undefined
        ? []
        : faker.helpers.arrayElement(style.forms)(fakePerson(people, one), fakePerson(people, two));
    return { ...joinPieces(parts), locale: people.name, letters: 'as usual', style: style?.name ?? '' };
  });
};
