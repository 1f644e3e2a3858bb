import { namesDose } from '../../../clinical-text/names-dose.ts';
import { headsRestrictions, limitsDose, startsWithPatientGroup } from '../statement-kinds.ts';
import type { Block } from './block.ts';

/** The drugs that blocks name, by index. */
type DrugsNamed = {
  /** Whether a block names a drug other than a diluent. */
  readonly namesDrug: (index: number) => boolean;
  /** Whether it names a diluent: saline can also be the drug. */
  readonly namesVehicle: (index: number) => boolean;
};

/** The role of a block in a chart: a line that names a drug, a dose without one, an age or weight alone. */
type Role = 'drug' | 'dose' | 'band' | 'other';

const marker = /^(?:[•▪◦●○◊❖*–-]|\(?(?:\d{1,2}|[A-Za-z]|[ivxIVX]{2,4})[.)])\s+/;
const numbered = /^(?:step\s\d|\(?(?:\d{1,2}|[A-Za-z]|[ivxIVX]{2,4})[.)]\s)/i;
/** Words before the amount in a line that does not name its drug: "Give 100 mg", "IM: 0.5 mL", "Max. 3 g". */
const beforeAmount =
  /^(?:(?:give|administer|dos(?:e|es|ing|age)|initial(?:ly)?|loading|bolus|maintenance|infusion|repeat(?:ed)?|then|followed|by|max(?:imum)?|up|to|total|single|daily|once|twice|further|first|second|usual|starting|of|the|a|an|or|and|about|slow(?:ly)?|over|im|iv|io|in|sc|sl|po|pr|neb(?:uli[sz]ed|s)?|oral(?:ly)?|i\.v\.|i\.m\.|intra\p{L}+|subcut\p{L}*|inhaled|peripheral(?:ly)?|central(?:ly)?)[\s:.,()/–-]+)*[<>≤≥~]?\s?\d/iu;
/** The beginning of a line that limits or repeats the dose above. */
const bounds =
  /^(?:repeat|max(?:imum)?\b|may (?:be )?repeat|do not exceed|not (?:to )?exceed|up to|total dose|single dose)/i;
/** "MR x1 in 5 min": may repeat, a separate line in many protocols. */
const repeats = /^MR (?:x|q|in|every)\s?\d/i;
/** The number of characters within which a line that begins with its amount contains it. */
const beginning = 40;
/** Names of attributes of a drug, not of another drug. */
const genericLabel =
  /^(?:\p{L}+ )?(?:dos(?:e|es|ing|age)|administration|amount|route|infusion|bolus|im|iv|io|intra\p{L}+|oral(?:ly)?)\b/iu;
/** Longer lines are sentences that name a drug, not headings. */
const longestLabel = 70;
/** The most blocks between a drug and its last dose. */
const dosesWithin = 16;

const firstLineOf = ({ lines }: Block): string => lines[0] ?? '';

const beginsWithDose = (block: Block): boolean => {
  const line = firstLineOf(block).replace(marker, '');
  return (
    (beforeAmount.test(line) && namesDose(line.slice(0, beginning))) ||
    (bounds.test(line) && limitsDose(line)) ||
    repeats.test(line)
  );
};

/** Whether a block begins with an amount, or with the age or weight for one: its drug is named above, or nowhere. */
export const lacksDrugName = (block: Block): boolean =>
  startsWithPatientGroup(firstLineOf(block)) || beginsWithDose(block);

const roleOf = (blocks: readonly Block[], index: number, { namesDrug, namesVehicle }: DrugsNamed): Role => {
  const block = blocks[index];
  if (block === undefined || block.kind === 'heading' || block.kind === 'table') return 'other';
  const isBand = startsWithPatientGroup(firstLineOf(block));
  if (namesDrug(index)) return isBand ? 'other' : 'drug';
  if (isBand) return namesDose(block.lines.join(' ')) ? 'dose' : 'band';
  if (beginsWithDose(block) || headsRestrictions(firstLineOf(block))) return 'dose';
  return namesVehicle(index) ? 'drug' : 'other';
};

/** Whether a paragraph may name the blocks below it. */
const isLabel = (block: Block): boolean => {
  const [line = '', ...others] = block.lines;
  return (
    block.kind === 'paragraph' &&
    others.length === 0 &&
    line.length <= longestLabel &&
    /^(?:\d{1,2}(?:\.\d{1,2})?\s)?\p{Lu}/u.test(line) &&
    !/[.;,!?]$/.test(line) &&
    !namesDose(line)
  );
};

/** A name between two lists belongs to neither entry above it: the next entries and their children are below it. */
const releaseLabels = (blocks: readonly Block[]): readonly (number | undefined)[] => {
  const under = blocks.map((block) => block.under);
  blocks.forEach((block, index) => {
    const above = block.under === undefined ? undefined : blocks[block.under];
    const next = blocks[index + 1];
    if (above?.kind !== 'entry' || next?.kind !== 'entry' || !isLabel(block)) return;
    if (next.under === above.under) under[index] = above.under;
  });
  return under;
};

/** A longer list is a chapter, which no preceding line names. */
const longestRun = 2000;

/** Puts the entries right below a name under it: "Mixing instructions for epinephrine" with its steps. */
const placeLists = (
  blocks: readonly Block[],
  under: (number | undefined)[],
  roles: readonly Role[],
): void => {
  blocks.forEach((block, index) => {
    const [first = ''] = blocks[index + 1]?.lines ?? [];
    // Steps continue through a whole protocol: only a drug above them certainly names all of them.
    if (!isLabel(block) || index === 0 || (roles[index] !== 'drug' && numbered.test(first))) return;
    const run: number[] = [];
    let length = 0;
    const isOfRun = (at: number): boolean =>
      blocks[at]?.kind === 'entry' || (run.length > 0 && under[at] === run.at(-1));
    for (let at = index + 1; isOfRun(at); at += 1) {
      const entry = blocks[at];
      if (entry === undefined) break;
      length += entry.lines.join(' ').length;
      if (entry.kind !== 'entry' || under[at] !== under[index]) continue;
      // A list of doses ends at the next drug; a list of drugs does not.
      const isOfDoses = roles[run[0] ?? at] !== 'drug';
      if (roles[index] === 'drug' && isOfDoses && roles[at] === 'drug' && !numbered.test(firstLineOf(entry)))
        break;
      run.push(at);
    }
    if (length <= longestRun) for (const at of run) under[at] = index;
  });
};

/** The most lines between a drug and its last limit; more are a section. */
const mostBetween = 4;

/**
 * Makes the blocks between two doses of a drug its children as well, if they name no drug: "may double it once" between
 * the first maximum and the second. As a sibling it was cut out, and the second maximum seemed to limit the first dose.
 */
const placeBetween = (
  blocks: readonly Block[],
  under: (number | undefined)[],
  { namesDrug, namesVehicle }: DrugsNamed,
): void => {
  blocks.forEach((block, index) => {
    const head = under[index];
    const isPlaced = head !== undefined && head !== block.under && blocks[head]?.kind === 'entry';
    if (!isPlaced) return;
    const between: number[] = [];
    let at = index - 1;
    for (; at > head && under[at] === block.under && between.length < mostBetween; at -= 1) {
      const isPlain = blocks[at]?.kind === 'entry' && !namesDrug(at) && !namesVehicle(at);
      if (!isPlain || numbered.test(firstLineOf(blocks[at] ?? block))) return;
      between.push(at);
    }
    // The text before them is the drug itself, or another of its doses.
    if (at === head || under[at] === head) for (const one of between) under[one] = head;
  });
};

/**
 * Puts each dose that names no drug under the line that does, and under the age or weight above it: "Hydrocortisone",
 * "Child 6-12 years", "100 mg". In a chart that is not a table, these are consecutive lines; quoted without those above
 * it, a dose would be read as one of another drug or for anyone. A numbered step remains a sibling of the others.
 */
export const placeDoses = (blocks: readonly Block[], named: DrugsNamed): readonly Block[] => {
  const under = [...releaseLabels(blocks)];
  const roles = blocks.map((_, index) => roleOf(blocks, index, named));
  placeLists(blocks, under, roles);
  for (const group of Map.groupBy(under.keys(), (index) => under[index]).values()) {
    let drug: number | undefined;
    let band: number | undefined;
    /** An age above lines that name their drugs themselves. */
    let ageOfDrugs: number | undefined;
    let since = 0;
    for (const [place, index] of group.entries()) {
      const block = blocks[index];
      const role = roles[index];
      if (block === undefined || role === undefined) continue;
      since += 1;
      if (block.kind === 'heading') {
        drug = band = ageOfDrugs = undefined;
        continue;
      }
      if (role === 'other') {
        ageOfDrugs = undefined;
        if (since > dosesWithin) drug = band = undefined;
        const next = blocks[group[place + 1] ?? -1];
        if (
          !isLabel(block) ||
          next === undefined ||
          next.kind === 'heading' ||
          !startsWithPatientGroup(firstLineOf(next))
        )
          continue;
        // "Dosage" is below its drug; another name above ages is probably an unknown drug.
        if (genericLabel.test(firstLineOf(block)) && drug !== undefined) under[index] = drug;
        drug = index;
        band = undefined;
        since = 0;
        continue;
      }
      // Steps and lettered sections are siblings, whatever they say.
      const isStep = numbered.test(firstLineOf(block));
      if (role === 'drug') {
        if (ageOfDrugs !== undefined && !isStep) under[index] = ageOfDrugs;
        drug = index;
        band = undefined;
        since = 0;
        continue;
      }
      if (role === 'band') {
        const next = group[place + 1];
        if (next !== undefined && roles[next] === 'drug') {
          ageOfDrugs = index;
          drug = band = undefined;
          continue;
        }
        ageOfDrugs = undefined;
        band = index;
        if (drug !== undefined && since <= dosesWithin && !isStep) under[index] = drug;
        continue;
      }
      const isOfBand = band !== undefined && !startsWithPatientGroup(firstLineOf(block));
      const head = isOfBand ? band : drug;
      if (!isOfBand) band = undefined;
      if (head !== undefined && since <= dosesWithin && !isStep) under[index] = head;
    }
  }
  placeBetween(blocks, under, named);
  return blocks.map((block, index) => {
    const head = under[index];
    if (head === block.under) return block;
    const { under: _, ...rest } = block;
    return head === undefined ? rest : { ...rest, under: head };
  });
};
