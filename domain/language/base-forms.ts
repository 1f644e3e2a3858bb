const endings: readonly (readonly [ending: string, ...replacements: readonly string[]])[] = [
  ['s', ''],
  ['es', ''],
  ['ies', 'y'],
  ['d', ''],
  ['ed', ''],
  ['ied', 'y'],
  ['ing', '', 'e'],
  ['ly', ''],
  ['ily', 'y'],
  ['er', '', 'e'],
  ['ers', '', 'e'],
  ['ier', 'y'],
  ['est', '', 'e'],
  ['iest', 'y'],
  ['ness', ''],
  ['iness', 'y'],
];

const doubledLetter = /^(.*([bdfgklmnprtz]))\2(?:ed|ing|er|ers|est)$/;

/** The words of which a lower-case word may be a regular inflection. */
export const baseForms = (word: string): readonly string[] => {
  const forms = endings.flatMap(([ending, ...replacements]) =>
    word.endsWith(ending)
      ? replacements.map((replacement) => `${word.slice(0, -ending.length)}${replacement}`)
      : [],
  );
  const undoubled = doubledLetter.exec(word)?.[1];
  return undoubled === undefined ? forms : [...forms, undoubled];
};
