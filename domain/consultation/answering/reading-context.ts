import { introducesPermission } from './introduces-permission.ts';
import { introducesProhibition } from './introduces-prohibition.ts';
import type { ParsedStatement } from './parse-statement.ts';
import type { AnswerUnit } from './parse-unit.ts';
import type { CarriedContext } from './support-of-number.ts';

const nothingCarried: CarriedContext = { drugs: [], names: [], routes: [], isForbidden: false };

/** What the units read so far say about those that follow. */
export type ReadingContext = {
  /** Of the sentence before, in the same paragraph. */
  readonly said: CarriedContext;
  /** Of the heading and of what introduces the list. */
  readonly introduced: CarriedContext;
  readonly isIntroductionStruck: boolean;
  /** The head of the table that is being read. */
  readonly tableHead: string | undefined;
};

/** At the beginning of an answer. */
export const noContext: ReadingContext = {
  said: nothingCarried,
  introduced: nothingCarried,
  isIntroductionStruck: false,
  tableHead: undefined,
};

/** After an empty line, which ends a list's sentence, not its introduction. */
export const afterEmptyLine = (context: ReadingContext): ReadingContext => ({
  ...context,
  said: nothingCarried,
  tableHead: undefined,
});

/** What a unit takes over from those before it. */
export const carriedInto = (
  { said, introduced }: ReadingContext,
  { isEntry, isRow }: AnswerUnit,
): CarriedContext => ({
  drugs: said.drugs.length > 0 ? said.drugs : introduced.drugs,
  names: said.names.length > 0 ? said.names : introduced.names,
  routes: introduced.routes,
  ...(introduced.patients === undefined ? {} : { patients: introduced.patients }),
  isForbidden: (isEntry || isRow) && introduced.isForbidden,
  isAllowed: isEntry && introduced.isAllowed === true,
});

/** What a unit says by itself that holds for those after it. */
const contextOf = (sentence: ParsedStatement): CarriedContext => {
  const { drugs, names, routes } = sentence.things;
  const [patients] = sentence.patients;
  return {
    drugs: drugs.slice(-1),
    names: drugs.length > 0 ? [] : names.slice(-1),
    routes,
    ...(patients === undefined ? {} : { patients }),
    isForbidden: introducesProhibition(sentence.text),
    isAllowed: introducesPermission(sentence.text),
  };
};

/** What an introduction says, with what it leaves open taken from the one that it is under. */
const introducedBy = (own: CarriedContext, outer: CarriedContext, isEntry: boolean): CarriedContext => {
  const patients = own.patients ?? (isEntry ? outer.patients : undefined);
  return {
    drugs: own.drugs.length > 0 ? own.drugs : outer.drugs,
    names: own.names.length > 0 ? own.names : outer.names,
    routes: own.routes,
    ...(patients === undefined ? {} : { patients }),
    isForbidden: own.isForbidden,
    isAllowed: own.isAllowed === true,
  };
};

/** The context after a unit. */
export const contextAfter = (
  context: ReadingContext,
  { statement, isEntry, isRow, isHeading, isIntroduction }: AnswerUnit,
  isStruck: boolean,
): ReadingContext => {
  const own = contextOf(statement);
  if (isHeading) return { ...noContext, introduced: own, isIntroductionStruck: isStruck };
  if (isIntroduction)
    return {
      ...context,
      introduced: introducedBy(own, context.introduced, isEntry),
      said: nothingCarried,
      isIntroductionStruck: isStruck,
    };
  const isTableHead = isRow && context.tableHead === undefined;
  // A separate sentence ends the list.
  if (!isEntry && !isRow && (context.isIntroductionStruck || context.introduced.isForbidden))
    return { ...noContext, said: own };
  const saysOfWhat = own.drugs.length > 0 || own.names.length > 0;
  return {
    ...context,
    ...(isTableHead ? { tableHead: statement.text } : {}),
    said: saysOfWhat ? own : { ...own, drugs: context.said.drugs, names: context.said.names },
  };
};
