import { stem } from '../../language/stem.ts';
import { isOrdinary } from './ordinary-words.ts';
import { splitAtFirst } from './split-at-first.ts';

/** What a statement rules out, or puts last: the stems of each thing, all of which a sentence must say to be of it. */
export type Denied = {
  readonly stems: readonly string[];
  /** Of "do not delay X for Y": Y is not to come before X. */
  readonly before?: readonly string[];
};

/** Where a part that is ruled out begins. */
const denies =
  /\b(?:not (?:to|for|in|if|when|with|as|after|during)|never|(?:do|does|must|should|shall|may|can) ?not|don['’]t|avoid(?:ed)?(?: in| if| with)?|contra-?indicated (?:in|with|for|after|if)|contra-?indications?(?: to \p{L}+)?:|hold (?:if|for|in)|withhold (?:if|for|in))\b/giu;
const excepts = /\b(?:unless|except(?:ing)?(?: in| for| if| with)?)\b/iu;
/** Not of these: "do not exceed", "does not respond", "not only". */
const deniesNothing =
  /^\s*(?:exceed|only|respond|improve|resolve|have|require|tolerate|differ|delay|hesitate|forget|more|less|greater)/i;
const ends = /[.;:!?\n]|\bbut\b|\bhowever\b|\binstead\b|\brather\b|\bunless\b|\bexcept/iu;
const alternatives = /,|\bor\b|\band\b|\/|\bnor\b/iu;
const delays =
  /\b(?:not|never|n['’]t|without) delay(?:ing)? ([^.;:]{3,60}?) (?:for|to|while|in order to) ([^.;:]{3,60})/iu;

const stemsOf = (text: string): readonly string[] => [
  ...new Set(
    text
      .toLowerCase()
      .split(/[^\p{L}]+/u)
      .filter((word) => word.length > 3 && (!isOrdinary(word) || isSaying.has(word)))
      .map((word) => stem(word)),
  ),
];

/** Words of instructions that say by themselves whom or how something is not given. */
const isSaying: ReadonlySet<string> = new Set([
  'push',
  'bolus',
  'active',
  'right',
  'left',
  'unconscious',
  'oral',
  'orally',
]);

const longestPart = 200;
const mostDenied = 12;

/** What a statement of the evidence rules out. What has a number is compared by its number. */
export const deniedStatements = (text: string): readonly Denied[] => {
  const found: Denied[] = [];
  const add = (part: string): void => {
    for (const one of part.split(alternatives).slice(0, mostDenied)) {
      const stems = /\d/.test(one) ? [] : stemsOf(one);
      if (stems.length > 0) found.push({ stems });
    }
  };
  let isDenying = false;
  for (const { index, 0: mark } of text.matchAll(denies)) {
    const rest = text.slice(index + mark.length, index + mark.length + longestPart);
    if (deniesNothing.test(rest)) continue;
    isDenying = true;
    add(mark.endsWith(':') ? splitAtFirst(rest, /[.;\n]/u) : splitAtFirst(rest, ends));
  }
  const except = excepts.exec(text);
  if (!isDenying && except !== null)
    add(splitAtFirst(text.slice(except.index + except[0].length, except.index + longestPart), ends));
  const delay = delays.exec(text);
  if (delay !== null) {
    const [first, second] = [stemsOf(delay[1] ?? ''), stemsOf(delay[2] ?? '')];
    if (first.length > 0 && second.length > 0) found.push({ stems: second, before: first });
  }
  return found.slice(0, mostDenied);
};

const saysNo =
  /\b(?:not?|n['’]t|never|without|unless|except\w*|avoid\w*|hold|held|withh[eo]ld|contra-?indicat\w*|stop|rather|instead|cannot|neither|nor|caution|absen\w+|rul\w+ out|exclud\w+|delay\w*|until|risk\w*)\b|n['’]t\b/i;

/** A negation that forbids nothing: "if the airway is not at risk". */
const grantsAnyway = /\bno matter\b|\bnot only\b|\bwhether or not\b/gi;

/** Whether a sentence says, and says nothing against, what a statement rules out. */
export const assertsDenied = (text: string, denied: Denied, subject: ReadonlySet<string>): boolean => {
  if (denied.before !== undefined) {
    const [first, second] = text.split(/\bbefore\b|\bprior to\b/iu);
    if (second === undefined || first === undefined || /\bnot\b|n['’]t\b|\bnever\b/i.test(first))
      return false;
    const [left, right] = [new Set(stemsOf(first)), new Set(stemsOf(second))];
    return denied.stems.every((one) => left.has(one)) && denied.before.every((one) => right.has(one));
  }
  if (saysNo.test(text.replace(grantsAnyway, ' '))) return false;
  const own = denied.stems.filter((one) => !subject.has(one));
  if (own.length === 0) return false;
  const said = new Set(stemsOf(text));
  return own.every((one) => said.has(one));
};
