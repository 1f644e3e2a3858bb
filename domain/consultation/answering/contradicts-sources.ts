import { stem } from '../../language/stem.ts';

/** Words of which a sentence has one and its source another, where one excludes the other. */
const exclusive: readonly (readonly RegExp[])[] = [
  [/\b(?:rapid|rapidly|fast|quick)\b/i, /\b(?:slow|slowly)\b/i],
  [/\bsynchroni[sz]ed\b/i, /\b(?:un|non-?|not )synchroni[sz]ed\b/i],
  [/\bperipheral(?:ly)?\b/i, /\bcentral(?:ly)?\b/i],
  [/\bincreas\w+\b/i, /\b(?:decreas|reduc)\w+\b/i],
  [/\bleft\b(?! (?:out|in|on|with|at))/i, /\bright\b(?! (?:away|now|after))/i],
  [/\b(?:resume|continue|begin|start)\b/i, /\b(?:pause|interrupt|stop|cease|discontinue)\b/i],
];

/** The same of a time or a turn, of the words that follow: "after the first shock", "before the third". */
const turns: readonly (readonly string[])[] = [
  ['before', 'after'],
  ['first', 'second', 'third', 'fourth', 'fifth'],
];
const wordsAfter = 6;
const tooCommon = new Set(['dose', 'minute', 'hour', 'give', 'each', 'then', 'with', 'this', 'that']);

const wordsOf = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '');

/** The stems that follow a word, each time that it is said. */
const following = (words: readonly string[], word: string): ReadonlySet<string> =>
  new Set(
    words.flatMap((one, at) =>
      one === word
        ? words
            .slice(at + 1, at + 1 + wordsAfter)
            .filter((next) => next.length > 3)
            .map((next) => stem(next))
            .filter((next) => !tooCommon.has(next) && !turns.flat().includes(next))
        : [],
    ),
  );

const hasWord = (texts: readonly string[], word: RegExp): boolean => texts.some((text) => word.test(text));

/** Whether a sentence says the contrary of what all statements that it rests on say. */
export const contradictsSources = (sentence: string, sources: readonly string[]): boolean => {
  if (sources.length === 0) return false;
  for (const [one, other] of exclusive) {
    if (one === undefined || other === undefined) continue;
    for (const [own, its] of [
      [one, other],
      [other, one],
    ] as const)
      if (
        own.test(sentence) &&
        !its.test(sentence) &&
        sources.every((text) => its.test(text)) &&
        !hasWord(sources, own)
      )
        return true;
  }
  const said = wordsOf(sentence);
  const given = sources.map(wordsOf);
  for (const group of turns)
    for (const word of group) {
      const own = following(said, word);
      if (own.size === 0 || given.some((words) => [...following(words, word)].some((next) => own.has(next))))
        continue;
      const others = group.filter((one) => one !== word && !said.includes(one));
      if (
        given.some((words) =>
          others.some((other) => [...following(words, other)].some((next) => own.has(next))),
        )
      )
        return true;
    }
  return false;
};

const effect =
  /\b(?:reduc|lower|decreas|improv|increas|prolong|shorten|prevent|benefi|superior|better|worse|more effective)\w*\b/i;
const noEffect =
  /\b(?:(?:did|does|do|was|were|is) not|didn['’]t|no (?:\w+ ){0,2}(?:difference|reduction|improvement|increase|benefit|effect|change)|not (?:significantly )?(?:differ\w*|different|reduc\w+|improv\w+|increas\w+)|similar|non-?significant|without (?:\w+ )?(?:difference|reduction|improvement))\b/i;
const outcome =
  /\b(?:mortality|survival|deaths?|outcomes?|recurrence|readmissions?|length of stay|intubations?|strokes?|bleeding|infections?|delirium|disability|recovery)\b/giu;
/** What a study found of one outcome comes between these. */
const findings = /[.;!?]\s|\bbut\b|\bwhile\b|\bwhereas\b|\bhowever\b|\balthough\b|\bthough\b/iu;

/** Whether a sentence says of an outcome that something changes it, of which the sources only say that nothing did. */
export const claimsDeniedEffect = (sentence: string, sources: readonly string[]): boolean => {
  if (noEffect.test(sentence)) return false;
  const claimed = sentence
    .split(findings)
    .flatMap((part) => (effect.test(part) ? (part.match(outcome) ?? []) : []));
  return claimed.some((name) => {
    const parts = sources
      .flatMap((text) => text.split(findings))
      .filter((part) => part.toLowerCase().includes(name.toLowerCase()));
    const without = parts.filter((part) => noEffect.test(part));
    return without.length > 0 && !parts.some((part) => !noEffect.test(part) && effect.test(part));
  });
};
