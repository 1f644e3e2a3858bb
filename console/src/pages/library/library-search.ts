import { choices } from '../../../../client/choices.generated.ts';

/** What the address of the library keeps. Titles are not among it: the title of a note may name a patient. */
export type LibrarySearch = {
  readonly view?: 'jobs';
  readonly state?: (typeof choices.listIndexingJobs.state)[number];
  readonly status?: (typeof choices.listDocuments.status)[number];
  readonly sourceType?: (typeof choices.listDocuments.sourceType)[number];
  readonly specialty?: string;
  readonly stateCode?: string;
  readonly effectiveFrom?: string;
  readonly effectiveTo?: string;
};

const oneOf = <Value extends string>(values: readonly Value[], given: unknown): Value | undefined =>
  values.find((value) => value === given);

const textLike = (pattern: RegExp, given: unknown): string | undefined =>
  typeof given === 'string' && pattern.test(given) ? given : undefined;

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Reads the address; what makes no sense in it is left out. */
export const readLibrarySearch = (given: Record<string, unknown>): LibrarySearch => {
  const read = {
    view: oneOf(['jobs'] as const, given.view),
    state: oneOf(choices.listIndexingJobs.state, given.state),
    status: oneOf(choices.listDocuments.status, given.status),
    sourceType: oneOf(choices.listDocuments.sourceType, given.sourceType),
    specialty: textLike(/^[a-z][a-z0-9_]{0,63}$/, given.specialty),
    stateCode: textLike(/^[A-Z]{2}$/, given.stateCode),
    effectiveFrom: textLike(DAY, given.effectiveFrom),
    effectiveTo: textLike(DAY, given.effectiveTo),
  };
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
};
