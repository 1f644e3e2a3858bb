import { describe, expect, it } from 'vitest';
import { readAuthor } from '../../../../../domain/consultation/references/author.ts';

describe('the name of an author', () => {
  it.each([
    ['Okafor, Ngozi B.', 'Okafor', ['N', 'B']],
    ['Ngozi B. Okafor, MD, FACEP', 'Okafor', ['N', 'B']],
    ['Okafor NB', 'Okafor', ['N', 'B']],
    ['Jean-Luc Perrin', 'Perrin', ['J', '-L']],
    ['Ludwig van der Meer', 'van der Meer', ['L']],
    ['van der Meer LJ', 'van der Meer', ['L', 'J']],
    ['N.B. Okafor', 'Okafor', ['N', 'B']],
    ['Élodie Ångström', 'Ångström', ['É']],
  ])('%s is split into family name and initials', (name, family, initials) => {
    expect(readAuthor(name)).toEqual({ family, initials });
  });

  it('keeps a rank, and drops degrees', () => {
    expect(readAuthor('Thomas Reed Jr., PhD')).toEqual({ family: 'Reed', initials: ['T'], suffix: 'Jr' });
    expect(readAuthor('Reed, Thomas, III')).toEqual({ family: 'Reed', initials: ['T'], suffix: 'III' });
  });

  it.each([
    'Northlake County EMS Agency',
    'Society of Wilderness Medicine',
    'Plato',
    'the editors',
    'Smith & Sons',
    'Group 12',
    'One Two Three Four Five Six Seven',
    'Doe, Jane, Roe, John',
  ])('%s is not a person, or cannot be identified as one, and is unchanged', (name) => {
    expect(readAuthor(name)).toEqual({ group: name });
  });
});
