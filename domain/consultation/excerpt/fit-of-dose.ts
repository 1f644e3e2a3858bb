import { weakMemoize } from '../../kernel/weak-memoize.ts';
import { conceptOfTerm, conceptTerm } from '../../retrieval/lexical/lexical-query.ts';
import type { QueryInterpretation } from '../../retrieval/query/query-interpretation.ts';
import { blockNamesDose, blockNamesMaximum } from './block-texts.ts';
import type { Block } from './outline/block.ts';
import { headsOf } from './outline/block-tree.ts';

/** Which of a drug's doses is meant. */
type Qualifier = 'start' | 'maintenance' | 'bolus' | 'infusion';

/** The dose that a question asks for: its phase and manner, its routes, and whether it asks for a maximum. */
export type DoseAsked = {
  readonly qualifiers: readonly Qualifier[];
  /** Terms of routes. */
  readonly routes: readonly string[];
  readonly isMaximum: boolean;
};

const written: Readonly<Record<Qualifier, RegExp>> = {
  start:
    /\bload(?:ing|ed)?(?: dose)?\b|\binitial\b|\binitiat(?:e|ion|ing)\b|\bstarting\b|\bstart (?:with|at)\b|\bfirst dose\b|\binduction\b/i,
  maintenance: /\bmaintenance\b|\bmaintain(?:ing)?\b|\bcontinuation\b|\bthereafter\b/i,
  bolus: /\bbolus(?:es)?\b|\bpush\b/i,
  infusion: /\binfus(?:ion|ions|ed|e)\b|\bdrip\b/i,
};
const opposites: Readonly<Record<Qualifier, Qualifier>> = {
  start: 'maintenance',
  maintenance: 'start',
  bolus: 'infusion',
  infusion: 'bolus',
};
const qualifiers: readonly Qualifier[] = ['start', 'maintenance', 'bolus', 'infusion'];
const asksForMaximum = /\bmax(?:imum|imal)?\b|\bhighest\b|\bupper limit\b/i;

const qualifiersIn = (text: string): readonly Qualifier[] =>
  qualifiers.filter((one) => written[one].test(text));

/** Reads which of a drug's doses a question asks for. */
export const doseAskedIn = ({ searchedFor, entities }: QueryInterpretation): DoseAsked => ({
  qualifiers: qualifiersIn(searchedFor),
  routes: entities.routes.map(conceptTerm),
  isMaximum: asksForMaximum.test(searchedFor),
});

const qualifiersOfLines = weakMemoize((lines: readonly string[]) => qualifiersIn(lines.join(' ')));

const isRoute = (term: string): boolean => conceptOfTerm(term)?.kind === 'route';
const none: ReadonlySet<string> = new Set();
const routesOf = weakMemoize((terms: ReadonlySet<string>): readonly string[] => [...terms].filter(isRoute));

/** The factors of a dose that is the one asked for, and of one that is its opposite. */
const askedShare = 1.15;
const oppositeShare = 0.5;

/**
 * The factor of a dose by whether it is the one asked for: a loading dose does not answer a question about maintenance,
 * nor an amount to give into a muscle one about the vein. The nearest text that says which it is counts; a text that says
 * both decides nothing. What is said below a dose goes with that dose, whichever other dose it mentions.
 */
export const fitOfDose = (
  { blocks, terms }: { readonly blocks: readonly Block[]; readonly terms: readonly ReadonlySet<string>[] },
  index: number,
  asked: DoseAsked,
): number => {
  const block = blocks[index];
  if (block === undefined || block.kind === 'table' || block.kind === 'heading') return 1;
  const isDose = blockNamesDose(block);
  if (!isDose && asked.qualifiers.length === 0) return 1;
  const path = [...(isDose ? [index] : []), ...headsOf(blocks, index)];
  let fit = 1;
  for (const qualifier of asked.qualifiers) {
    const said = path
      .map((at) => (blocks[at] === undefined ? [] : qualifiersOfLines(blocks[at].lines)))
      .find((one) => one.includes(qualifier) || one.includes(opposites[qualifier]));
    const [isAsked, isOpposite] = [said?.includes(qualifier), said?.includes(opposites[qualifier])];
    if (isAsked === true && isOpposite !== true) fit *= isDose ? askedShare : 1;
    else if (isOpposite === true && isAsked !== true) fit *= oppositeShare;
  }
  if (isDose && asked.routes.length > 0) {
    const routes = path.map((at) => routesOf(terms[at] ?? none)).find((one) => one.length > 0);
    if (routes !== undefined)
      fit *= asked.routes.some((route) => routes.includes(route)) ? askedShare : oppositeShare;
  }
  if (asked.isMaximum && blockNamesMaximum(block)) fit *= askedShare;
  return fit;
};
