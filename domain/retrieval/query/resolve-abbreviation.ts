import { isGenericWord } from '../../language/generic-words.ts';
import { stem } from '../../language/stem.ts';
import type { AmbiguousAbbreviation } from '../../language/terminology/ambiguous-abbreviations.ts';
import type { SenseDose, SenseRow } from '../../language/terminology/table-rows.ts';
import { isDrugWord } from './spelling.ts';

/** Cues of up to this many letters match whole words: "iv" is not found in "IVIG". */
const maxWholeCueLength = 3;
/** An adjacent word counts as much as two elsewhere. */
const besideVotes = 2;
/** The number of words after and before an abbreviation that are searched for its dose. */
const doseWithin = { after: 4, before: 2 };

/** The table's mark for an abbreviation that has no medical meaning next to these words ("BB gun"). */
const unchanged = '-';

type Dose = { readonly amount: number; readonly unit: string };

const doseIn = (word: string | undefined): Dose | undefined => {
  const found = /^(\d+(?:\.\d+)?)([a-z/]+)$/.exec(word ?? '');
  return found?.[1] && found[2] ? { amount: Number(found[1]), unit: found[2] } : undefined;
};

const speaks = (cue: string, word: string): boolean => {
  if (cue === '#') return /^\d+(?:\.\d+)?$/.test(word);
  if (cue.startsWith('#')) return doseIn(word)?.unit === cue.slice(1);
  if (cue.endsWith('.')) return word === cue.slice(0, -1);
  return cue.length <= maxWholeCueLength ? word === cue : word.startsWith(cue);
};

const namesDrug = (word: string | undefined): boolean =>
  word !== undefined && isDrugWord(word) && !isGenericWord(stem(word));

/** The doses next to a word, without those of another adjacent drug. */
const dosesBy = (words: readonly string[], at: number): readonly Dose[] => {
  const found: Dose[] = [];
  const take = (index: number, drugBeside: number): void => {
    const dose = doseIn(words[index]);
    if (dose && (drugBeside === at || !namesDrug(words[drugBeside]))) found.push(dose);
  };
  for (let index = at + 1; index <= at + doseWithin.after && !namesDrug(words[index]); index += 1) {
    take(index, index + 1);
  }
  for (let index = at - 1; index >= at - doseWithin.before && !namesDrug(words[index]); index -= 1) {
    take(index, index - 1);
  }
  return found;
};

const isOf = (dose: Dose, { unit, from = 0, to = Number.POSITIVE_INFINITY }: SenseDose): boolean =>
  dose.unit === unit && dose.amount >= from && dose.amount <= to;

type Votes = {
  readonly all: number;
  /** Votes that suffice alone. */
  readonly sure: number;
};

const votesFor = (sense: SenseRow, words: readonly string[], at: number, doses: readonly Dose[]): Votes => {
  let sure = doses.some((dose) => sense.doses.some((one) => isOf(dose, one))) ? 1 : 0;
  let weak = 0;
  words.forEach((word, index) => {
    if (index === at) return;
    const beside = index === at - 1 ? sense.cuesBefore : index === at + 1 ? sense.cuesAfter : [];
    if (beside.some((cue) => speaks(cue, word))) sure += besideVotes;
    else if (sense.cues.some((cue) => speaks(cue, word))) sure += 1;
    else if (sense.weakCues.some((cue) => speaks(cue, word))) weak += 1;
  });
  return { all: sure + weak, sure };
};

/**
 * Returns the meaning of an ambiguous abbreviation with the most evidence: surrounding words, adjacent ones more, and
 * the size of its dose. When two meanings tie or none has evidence, returns the usual one, or `undefined` to leave it
 * as typed.
 *
 * @param words of the question, lower case
 * @param at the index of the abbreviation in them
 */
export const resolveAbbreviation = (
  { senses, usual }: AmbiguousAbbreviation,
  words: readonly string[],
  at: number,
): string | undefined => {
  const doses = dosesBy(words, at);
  const judged = senses.map((sense) => ({ sense, votes: votesFor(sense, words, at, doses) }));
  const most = Math.max(0, ...judged.map(({ votes }) => votes.all));
  const [winner, ...others] = judged.filter(({ votes }) => votes.all === most);
  const meaning = winner && others.length === 0 && winner.votes.sure > 0 ? winner.sense.expansion : usual;
  return meaning === unchanged ? undefined : meaning;
};
