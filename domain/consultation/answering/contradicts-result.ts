import type { AnswerEvidence } from './answer-evidence.ts';

/** Words of one meaning: what is one of them is none of the others of its row. */
const bands: ReadonlyMap<string, RegExp> = new Map([
  ['low', /\blow\b(?![- ](?:dose|flow|molecular|albumin|output))/i],
  ['moderate', /\b(?:moderate|intermediate|medium)\b/i],
  ['high', /\bhigh(?:er)?\b(?![- ](?:dose|flow|sensitivity|quality|output))/i],
  ['severe', /\bsevere\b/i],
  ['mild', /\b(?:mild|minor)\b/i],
  ['likely', /(?<!more |less |as |most |least )\blikely\b/i],
  ['unlikely', /\bunlikely\b/i],
  ['negative', /\bnegative\b/i],
  ['positive', /\bpositive\b/i],
  ['normal', /(?<!upper |lower )\bnormal\b|\bwithin (?:the |its )?(?:reference|normal) (?:range|limits)\b/i],
  ['critical', /(?<!not )\bcritical(?:ly)?\b/i],
  ['not critical', /\b(?:not|non-?) ?critical(?:ly)?\b/i],
  ['above', /\b(?:above (?:the |its )?(?:reference|normal)|too high|elevated|raised)\b/i],
  ['below', /\bbelow (?:the |its )?(?:reference|normal)\b|\btoo low\b/i],
]);
/** A word of a result that says another one with it: what is critically high is high, and above the range. */
const also: Readonly<Record<string, readonly string[]>> = {
  high: ['above'],
  low: ['below'],
  above: ['high'],
  below: ['low'],
};

const bandsIn = (text: string): ReadonlySet<string> => {
  const found = [...bands].filter(([, words]) => words.test(text)).map(([band]) => band);
  return new Set(found.flatMap((band) => [band, ...(also[band] ?? [])]));
};

const needsNone =
  /\bno (?:[\w-]{1,20} ){0,4}(?:is |are )?(?:needed|necessary|required|indicated)\b|\b(?:not|never) (?:be )?(?:needed|necessary|required|indicated)\b|\bunnecessary\b|\bwithout (?:an? |any |further )?(?:d-dimer|troponin|imaging|test\w*|ultrasound|ct)\b/i;
const rulesOut = /\b(?:rule[sd]?|ruling) (?:\w+ ){0,3}out\b|\bexclude[sd]\b/i;
const rulesNothingOut =
  /\b(?:cannot|can not|not|never)\b[^.,;]{0,40}\brule[sd]? (?:\w+ ){0,3}out\b|\brules (?:out nothing|nothing out)\b/i;

/** A line of a result by its name, as `resultLines` writes it. */
const member = (text: string, name: string): string =>
  text
    .split('\n')
    .find((line) => line.startsWith(`${name}: `))
    ?.slice(name.length + 2) ?? '';

const plain = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');

const scoreSaid =
  /([\w-]{2,20}) (?:score|total|sum)(?: (?:is|was|of|comes to|equals)|:| =)?(?: only| now)? (-?\d{1,3}(?:\.\d{1,2})?)\b/gi;

/** How a sentence misreads the result of a calculator; nothing where it does not. */
const misreadsScore = (sentence: string, text: string): string | undefined => {
  const interpretation = member(text, 'interpretation');
  const own = `${interpretation} ${member(text, 'risk category').replaceAll('_', ' ')}`;
  const score = member(text, 'score');
  for (const [, name = '', said = ''] of sentence.matchAll(scoreSaid)) {
    const isOther = interpretation.toLowerCase().includes(`${name.toLowerCase()} ${said}`);
    if (said !== score && !isOther) return 'the result has another score';
  }
  const allowed = bandsIn(own);
  // A result without a band, such as a clearance, says nothing of one.
  if (allowed.size > 0 && [...bandsIn(sentence)].some((band) => !allowed.has(band)))
    return 'the result has another band';
  const advice = text
    .split('\n')
    .filter((line) => !line.startsWith('parameters used: '))
    .join('\n');
  if (needsNone.test(sentence) && !needsNone.test(advice))
    return 'the result does not say that none is needed';
  if (rulesOut.test(sentence) && !rulesNothingOut.test(sentence) && rulesNothingOut.test(own))
    return 'the result rules nothing out';
  return undefined;
};

const resultNumbers =
  /(?<![\w.])(\d{1,5}(?:\.\d{1,3})?)(?=\s?%|\s?m?mol\/|\s?mg\/|\s?m?[lL]\/min|\s?in 100)/g;
const numbersOf = (text: string): ReadonlySet<string> => new Set(text.match(/\d+(?:\.\d+)?/g) ?? []);

/** Whether a sentence gives a number that is not in its subject but beside it. */
const takesNumberFrom = (sentence: string, own: readonly string[], others: readonly string[]): boolean => {
  const [mine, theirs] = [numbersOf(own.join('\n')), numbersOf(others.join('\n'))];
  return [...sentence.matchAll(resultNumbers)].some(([, n = '']) => !mine.has(n) && theirs.has(n));
};

const isGiven = /^(?:level |value |result )?(?:(?:is|was|of|at|=|:) ?)?(\d{1,5}(?:\.\d{1,3})?)\b/i;

/** The value that a sentence gives right behind the name of a test. */
const valueBehind = (sentence: string, name: string): string | undefined => {
  const at = sentence.toLowerCase().indexOf(name.toLowerCase());
  return at === -1 ? undefined : isGiven.exec(sentence.slice(at + name.length).trimStart())?.[1];
};

const labLine = /^- test: ([^;]*); name: ([^;]+)/;
const labValues = (line: string): readonly string[] =>
  [...line.matchAll(/\bvalue: (-?\d+(?:\.\d+)?)/g)].map(([, value = '']) => value);

/** How a sentence misreads the values of a laboratory, by the lines of the tests that it names. */
const misreadsLab = (sentence: string, text: string): string | undefined => {
  const said = plain(sentence);
  const all = text.split('\n').filter((line) => labLine.test(line));
  const lines = all.filter((line) => said.includes(plain(labLine.exec(line)?.[2] ?? '')));
  if (lines.length === 0) return undefined;
  const isOtherValue = lines.some((line) => {
    const value = valueBehind(sentence, labLine.exec(line)?.[2] ?? '');
    return value !== undefined && !lines.some((one) => labValues(one).includes(value));
  });
  if (
    isOtherValue ||
    takesNumberFrom(
      sentence,
      lines,
      all.filter((line) => !lines.includes(line)),
    )
  )
    return 'the result has another value';
  const status = lines.map((line) => /; status: ([a-z_]+)/.exec(line)?.[1]?.replaceAll('_', ' ') ?? '');
  const allowed = bandsIn(status.join(' '));
  return allowed.size > 0 && [...bandsIn(sentence)].some((band) => !allowed.has(band))
    ? 'the result has another status'
    : undefined;
};

const isScore = ({ text }: AnswerEvidence): boolean => text.startsWith('calculator name: ');
const isLab = ({ text }: AnswerEvidence): boolean => text.startsWith('interpretations:');

/**
 * How a sentence misreads a result of a calculator or of the laboratory that it cites, or names where it cites none: another
 * score, another band, what is ruled out or not needed by it. Numbers are compared with the result apart from this.
 *
 * @param evidence all pieces, results of tools among them
 * @param cited numbers of what the sentence cites
 */
export const contradictsResult = (
  sentence: string,
  evidence: readonly AnswerEvidence[],
  cited: ReadonlySet<number>,
): string | undefined => {
  const results = evidence.filter((one) => isScore(one) || isLab(one));
  if (results.length === 0) return undefined;
  const said = plain(sentence);
  const isNamed = ({ text }: AnswerEvidence): boolean => {
    const name = plain(member(text, 'calculator name').replaceAll('_', ' '));
    const label = plain(/^[A-Z][\w-]*[A-Z\d][\w-]*/.exec(member(text, 'interpretation'))?.[0] ?? '');
    const [, first = ''] = /^([a-z0-9]+)_/.exec(member(text, 'calculator name')) ?? [];
    return [name, label, first].some((one) => one.length > 3 && said.includes(one));
  };
  const scores = results.filter(isScore);
  const named = scores.filter(isNamed);
  const citedScores = scores.filter(({ n }) => cited.has(n));
  const isOfResultsAlone = cited.size > 0 && [...cited].every((n) => results.some((one) => one.n === n));
  const [only] = scores;
  const matching =
    named.length > 0
      ? named
      : isOfResultsAlone
        ? citedScores
        : cited.size === 0 && scores.length === 1 && only !== undefined && /\bscore\b/i.test(sentence)
          ? [only]
          : [];
  // Of several that are meant it may be any one's: it misreads where it misreads each.
  const wrong = matching.map(({ text }) => misreadsScore(sentence, text));
  if (wrong.length > 0 && wrong.every((one) => one !== undefined)) return wrong[0];
  const others = scores.filter((one) => !named.includes(one)).map(({ text }) => text);
  if (
    named.length > 0 &&
    takesNumberFrom(
      sentence,
      named.map(({ text }) => text),
      others,
    )
  )
    return 'it is the number of another result';
  return results
    .filter((one) => isLab(one) && (cited.size === 0 || cited.has(one.n)))
    .map(({ text }) => misreadsLab(sentence, text))
    .find((one) => one !== undefined);
};
