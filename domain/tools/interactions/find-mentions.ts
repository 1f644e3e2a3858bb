import { splitStatements } from '../../clinical-text/split-statements.ts';
import { conceptByName } from '../../language/terminology/concepts.ts';
import { type InteractionClass, interactionClasses } from './interaction-classes.ts';
import { namedDrugs } from './named-drugs.ts';

/** A section of a label. */
export type LabelSection = { readonly name: string; readonly text: string };

/** A drug that labels may mention. */
export type InteractionPartner = {
  /** The name in the terminology. */
  readonly name: string;
  /** The drug with its broader concepts and ingredients, as named by the terminology. */
  readonly own: ReadonlySet<string>;
  /** The drug's classes in the terminology. */
  readonly classes: ReadonlySet<string>;
  readonly groups: readonly InteractionClass[];
};

export type LabelMention = {
  readonly section: string;
  /** The label's statement, verbatim. */
  readonly text: string;
  /** The name in the statement: that of the drug or of one of its classes. */
  readonly by: string;
  readonly isByName: boolean;
};

/** Reduces a text to words separated by one blank, with one at each end. */
const plain = (text: string): string => ` ${text.toLowerCase().replace(/[^a-z0-9-]+/g, ' ')} `;

const kindsOf = (name: string): readonly string[] => [
  name,
  ...(conceptByName.get(name)?.sortOf ?? []).flatMap(kindsOf),
];

/** The drug's classes in the terminology. */
const classesOf = (name: string): readonly string[] =>
  (conceptByName.get(name)?.broader ?? [])
    .filter((broader) => conceptByName.get(broader)?.kind === 'drug')
    .flatMap((broader) => [broader, ...classesOf(broader)]);

const ofEnzyme = /^cytochrome p450 (\d[a-z]\d{1,2}) (inhibitor|inducer)s$/;

/** The class that a label states for its own drug: `Cytochrome P450 3A4 Inhibitors [MoA]`. */
const statedClass = (stated: string): InteractionClass | undefined => {
  const name = stated.replace(/\[\w{2,4}\]/g, '').trim();
  const words = plain(name).trim();
  const [, enzyme, kind] = ofEnzyme.exec(words) ?? [];
  if (enzyme !== undefined)
    return { name, written: [`cyp${enzyme} ${kind}`, `${kind}s of cyp${enzyme}`], members: [] };
  const singular = words.endsWith('s') ? words.slice(0, -1) : words;
  // A single short word would match anything.
  return singular.length < 6 ? undefined : { name, written: [singular], members: [] };
};

/**
 * Returns a drug of the terminology with the classes and groups that labels use for it.
 *
 * @param stated classes that the drug's own label states
 */
export const interactionPartner = (name: string, stated: readonly string[] = []): InteractionPartner => {
  const own = new Set(kindsOf(name).filter((one) => one === name || !classesOf(name).includes(one)));
  const classes = new Set([...kindsOf(name), ...[...own].flatMap(classesOf)].filter((one) => !own.has(one)));
  const groups = interactionClasses.filter(
    ({ members, holdsClasses = [] }) =>
      [...own].some((one) => members.includes(one)) || holdsClasses.some((one) => classes.has(one)),
  );
  const further = stated.flatMap((one) => statedClass(one) ?? []);
  return { name, own, classes, groups: [...further, ...groups] };
};

const isWritten = (plainText: string, { written }: InteractionClass): boolean =>
  written.some((phrase) => [' ', 's ', 'es '].some((ending) => plainText.includes(` ${phrase}${ending}`)));

const mentionOf = (
  statement: { readonly named: ReadonlySet<string>; readonly plain: string },
  partner: InteractionPartner,
): Pick<LabelMention, 'by' | 'isByName'> | undefined => {
  if ([...partner.own].some((name) => statement.named.has(name))) return { by: partner.name, isByName: true };
  const group = partner.groups.findLast((one) => isWritten(statement.plain, one));
  const drugClass = [...partner.classes].find((name) => statement.named.has(name));
  const by = group?.name ?? drugClass;
  return by === undefined ? undefined : { by, isByName: false };
};

/** The maximum length of a displayed statement in characters: one row of an interaction table can be a page. */
const longest = 600;

/** Returns a statement, or the part of it around the name. */
const shown = (text: string, by: string): string => {
  if (text.length <= longest) return text;
  const at = Math.max(0, text.toLowerCase().indexOf(by.toLowerCase()));
  const from = Math.max(0, Math.min(at - longest / 3, text.length - longest));
  return `${from > 0 ? '… ' : ''}${text.slice(from, from + longest).toWellFormed()}${from + longest < text.length ? ' …' : ''}`;
};

/** The maximum number of statements displayed for a drug from one section. */
const mostOfSection = 2;

/**
 * Returns the statements of a label about each of the given drugs, by name or by class. The absence of a statement
 * does not mean that the two do not interact.
 */
export const findMentions = (
  sections: readonly LabelSection[],
  partners: readonly InteractionPartner[],
): ReadonlyMap<string, readonly LabelMention[]> => {
  const found = new Map<string, LabelMention[]>(partners.map(({ name }) => [name, []]));
  for (const { name: section, text } of sections) {
    const statements = splitStatements(text).map((one) => ({
      text: one.text,
      named: namedDrugs(one.text),
      plain: plain(one.text),
    }));
    for (const partner of partners) {
      const mentions = statements.flatMap((statement): LabelMention[] => {
        const mention = mentionOf(statement, partner);
        return mention === undefined
          ? []
          : [{ section, text: shown(statement.text, mention.by), ...mention }];
      });
      // A statement that names the drug is more specific than one that names its class.
      const sorted = [...mentions.filter((one) => one.isByName), ...mentions.filter((one) => !one.isByName)];
      found.get(partner.name)?.push(...sorted.slice(0, mostOfSection));
    }
  }
  return found;
};
