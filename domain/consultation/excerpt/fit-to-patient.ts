import { eachAdministrable } from '../../clinical-text/names-dose.ts';
import { type ChartedPatient, patientRangesIn, rulesPatients } from '../../clinical-text/patient-ranges.ts';
import { patientSource } from '../../clinical-text/population.ts';
import { weakMemoize } from '../../kernel/weak-memoize.ts';
import type { Block } from './outline/block.ts';
import { headsOf } from './outline/block-tree.ts';
import { areInDifferentBands, pageBandsOf, pageOf } from './page-bands.ts';
import { startsWithPatientGroup } from './statement-kinds.ts';
import { type Labelled, selectByColor, selectForPatient } from './tables/select-for-patient.ts';

/** A longer beginning is a sentence about something else. */
const longestLabel = 70;
/** Longer headings are sentences in capitals. */
const longestHeading = 90;

/** The beginning of a line that names its patients: up to a colon, including a parenthesis. */
const labelOf = (line: string): string => {
  const plain = line.replace(/^(?:#{1,6}|[•▪◦●○◊❖*–-]|\(?[a-zA-Z\d]{1,2}[.)])\s+/, '');
  const end = plain.search(/:(?:\s|$)/);
  const label = end < 0 ? plain : plain.slice(0, end);
  // An amount ends the label of an entry: the rest is the order.
  const [amount] = eachAdministrable(label);
  const whole = label.slice(0, amount?.start).trim();
  return whole.length <= longestLabel ? whole : `${whole.slice(0, whole.lastIndexOf(' ', longestLabel))} …`;
};

const labelledOf = (line: string): Labelled | undefined => {
  const label = labelOf(line);
  const ranges = patientRangesIn(label);
  return ranges.length > 0 || rulesPatients(label) ? { label, ranges } : undefined;
};

/** A heading, a banner above a table, or the first line of an entry or paragraph for some patients. */
const labelOfBlock = (blocks: readonly Block[], index: number): Labelled | undefined => {
  const block = blocks[index];
  const [first = ''] = block?.lines ?? [];
  if (block === undefined || block.kind === 'table') return undefined;
  const isBanner = blocks[index + 1]?.kind === 'table' && blocks[index + 1]?.under === index;
  const isLabel = (block.kind === 'heading' || isBanner) && first.length <= longestHeading;
  return isLabel || startsWithPatientGroup(first) ? labelledOf(first) : undefined;
};

type OwnAmount = { readonly after: RegExp; readonly anywhere: RegExp };
const amountFor = (patients: string): OwnAmount => ({
  after: new RegExp(String.raw`^(?: \w{1,20}){0,2} (?:in|for) (?:an? )?(?:${patients})\b`, 'iu'),
  anywhere: new RegExp(String.raw`\b(?:${patients}):? \d`, 'iu'),
});
const amountForAdults = amountFor(patientSource('adult'));
const amountForChildren = amountFor(`pa?ediatric patients?|${patientSource('pediatric')}`);

const givesAmountFor = (text: string, { after, anywhere }: OwnAmount): boolean =>
  anywhere.test(text) || eachAdministrable(text).some(({ end }) => after.test(text.slice(end)));

/** Whether a step that begins with other patients still gives this patient's amount: "at most 0.5 mg in an adult". */
const givesOwnAmount = (block: Block | undefined, { population }: ChartedPatient): boolean =>
  block !== undefined &&
  block.kind !== 'heading' &&
  population !== undefined &&
  givesAmountFor(block.lines.join(' '), population === 'adult' ? amountForAdults : amountForChildren);

/** The most blocks between two alternatives: each has its dose and its limits below it. */
const alternativesWithin = 12;

type Group = readonly { readonly at: number; readonly labelled: Labelled }[];

/** Alternatives close to each other: those of another step are about another drug. */
const runsOf = (group: Group): readonly Group[] => {
  const runs: (typeof group)[number][][] = [];
  for (const one of group) {
    const last = runs.at(-1)?.at(-1);
    if (last !== undefined && one.at - last.at <= alternativesWithin) runs.at(-1)?.push(one);
    else runs.push([one]);
  }
  return runs;
};

/** Blocks that name their patients, grouped by their parent block; the same for every patient. */
const labelledIn = weakMemoize((blocks: readonly Block[]): readonly Group[] => {
  const siblings = new Map<number | undefined, Group[number][]>();
  blocks.forEach((block, at) => {
    const labelled = labelOfBlock(blocks, at);
    if (labelled === undefined) return;
    const known = siblings.get(block.under);
    if (known) known.push({ at, labelled });
    else siblings.set(block.under, [{ at, labelled }]);
  });
  return [...siblings.values()].flatMap(runsOf);
});

/** The pages that apply to the patient in a chart with a page for each age or weight, and their notes. */
const fitPages = (
  blocks: readonly Block[],
  patient: ChartedPatient,
  colors: readonly string[],
): ReadonlyMap<number, { readonly isShown: boolean; readonly said: readonly string[] }> | undefined => {
  const bands = [...pageBandsOf(blocks)];
  const alternatives = bands.map(([, band]) => band);
  const selection = selectByColor(alternatives, colors) ?? selectForPatient(alternatives, patient);
  if (selection === undefined) return undefined;
  const said = [...selection.fits, ...selection.notes];
  return new Map(
    bands.map(([page], index) => [page, { isShown: selection.shown.includes(index), said }] as const),
  );
};

/** Content on one band's page has no parent on another band's page, even if its drug was last named there. */
const partPages = (blocks: readonly Block[]): readonly Block[] =>
  blocks.map((block, at) => {
    if (block.under === undefined || !areInDifferentBands(blocks, at, block.under)) return block;
    const { under: _, ...rest } = block;
    return rest;
  });

/**
 * Marks content for patients other than the known one, and notes where that patient falls among alternatives in
 * words: "6-11 years: …", "≥ 12 years: …", sections and banners of color zones. The alternatives stay, each with its
 * label.
 *
 * @param colors color zones of a length-based tape that the question names
 */
export const fitToPatient = (
  blocks: readonly Block[],
  patient: ChartedPatient,
  colors: readonly string[],
): readonly Block[] => {
  const { ageYears, weightKg, population } = patient;
  const isKnown = ageYears !== undefined || weightKg !== undefined || population !== undefined;
  if (!isKnown && colors.length === 0) return blocks;
  const forOthers = new Set<number>();
  const forThem = new Set<number>();
  const notes = new Map<number, readonly string[]>();
  for (const run of labelledIn(blocks)) {
    const alternatives = run.map(({ labelled }) => labelled);
    const selection = selectByColor(alternatives, colors) ?? selectForPatient(alternatives, patient);
    if (selection === undefined) continue;
    const isChoice = run.filter(({ labelled }) => labelled.ranges.length > 0).length > 1;
    const said = isChoice ? [...selection.fits, ...selection.notes] : [];
    run.forEach(({ at }, index) => {
      if (!selection.shown.includes(index)) {
        if (!givesOwnAmount(blocks[at], patient)) forOthers.add(at);
      } else if (selection.shown.length < run.length) forThem.add(at);
      if (selection.shown.includes(index) && said.length > 0) notes.set(at, said);
    });
  }
  const pages = fitPages(blocks, patient, colors);
  blocks.forEach((block, at) => {
    const page = pages?.get(pageOf(block) ?? 0);
    if (page === undefined) return;
    if (!page.isShown) forOthers.add(at);
    else {
      forThem.add(at);
      if (block.kind === 'table') notes.set(at, [...(notes.get(at) ?? []), ...page.said]);
    }
  });
  if (forOthers.size === 0 && notes.size === 0) return blocks;
  const apart = pages === undefined ? blocks : partPages(blocks);
  return apart.map((block, at) => {
    const said = notes.get(at);
    const path = [at, ...headsOf(apart, at)];
    const isForOtherPatients = path.some((head) => forOthers.has(head));
    const isForThisPatient = !isForOtherPatients && path.some((head) => forThem.has(head));
    if (!isForOtherPatients && !isForThisPatient && said === undefined) return block;
    return {
      ...block,
      ...(isForOtherPatients ? { isForOtherPatients } : {}),
      ...(isForThisPatient ? { isForThisPatient } : {}),
      ...(said === undefined ? {} : { notes: [...(block.notes ?? []), ...said] }),
    };
  });
};
