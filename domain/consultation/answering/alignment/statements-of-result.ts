/** Returns a named line of a result, in the format of `resultLines`. */
const member = (text: string, name: string): string =>
  text
    .split('\n')
    .find((line) => line.startsWith(`${name}: `))
    ?.slice(name.length + 2) ?? '';

const capitalised = (word: string): string => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`;

/** Formats a calculator's result as sentences: each states the score by name, some its meaning. */
const ofScore = (text: string): string => {
  const score = member(text, 'score');
  const category = member(text, 'risk category').replaceAll('_', ' ');
  const interpretation = member(text, 'interpretation');
  const [, opening = ''] = /^([A-Z][\w-]{1,40}) /.exec(interpretation) ?? [];
  // The abbreviation of a score, not a word of a sentence.
  const label = /[A-Z\d]/.test(opening.slice(1)) ? opening : undefined;
  const calculator = member(text, 'calculator name');
  // "Body mass index 22.9 kg/m²: …"
  const before = interpretation.split(` ${score} `)[0] ?? '';
  const named = /^[A-Z][\w -]{2,40}$/.test(before) ? [before] : [];
  const names = new Set([label ?? capitalised(calculator.split('_')[0] ?? calculator), ...named]);
  const meaning = /^(?:very )?(?:low|moderate|intermediate|high)$/.test(category)
    ? `${category} risk`
    : category;
  const sentences = [...names].flatMap((name) =>
    [score, `${score} points`].flatMap((points) => [
      `The ${name} is ${points}.`,
      `The ${name} score is ${points}.`,
      ...(meaning === '' ? [] : [`The ${name} score is ${points}: ${meaning}.`]),
    ]),
  );
  const lines = text
    .split('\n')
    .filter((line) => !/^(?:calculator name|score|risk category|parameters used): /.test(line))
    .map((line) => line.replace(/^interpretation: /, ''));
  return [...sentences, ...lines].join('\n');
};

const labLine =
  /^- test: [^;]*; name: (?<name>[^;]+);(?:[^;]*;)*? value: (?<value>[^;]+); status: (?<status>[a-z_]+)(?:; meaning: (?<meaning>[^;]+))?/;

/** Formats laboratory results as sentences. */
const ofLaboratory = (text: string): string =>
  text
    .split('\n')
    .flatMap((line) => {
      const found = labLine.exec(line)?.groups;
      if (found === undefined) return [line];
      const status = (found.status ?? '').replace(/^critical_/, 'critically ').replaceAll('_', ' ');
      const is = `${capitalised(found.name ?? '')} is ${found.value}`;
      return [
        `${is}.`,
        `${is}, ${status}.`,
        ...(found.meaning === undefined ? [] : [`${is}: ${found.meaning}`]),
      ];
    })
    .join('\n');

/**
 * Rewrites calculator and laboratory results in the text of a piece of evidence as sentences, the form used in
 * answers.
 */
export const statementsOfResult = (text: string): string =>
  text.startsWith('calculator name: ')
    ? ofScore(text)
    : text.startsWith('interpretations:')
      ? ofLaboratory(text)
      : text;
