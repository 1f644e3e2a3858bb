/** What the address of the tools keeps: never an argument, which may be a patient's. */
export type ToolsSearch = {
  readonly view?: 'calculators';
  readonly tool?: string;
  readonly calculator?: string;
};

const NAME = /^[a-z][a-z0-9_]{0,63}$/;
const nameIn = (given: unknown): string | undefined =>
  typeof given === 'string' && NAME.test(given) ? given : undefined;

/** Reads the address; what makes no sense in it is left out. */
export const readToolsSearch = ({ view, tool, calculator }: Record<string, unknown>): ToolsSearch => {
  const read = {
    view: view === 'calculators' ? view : undefined,
    tool: nameIn(tool),
    calculator: nameIn(calculator),
  };
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
};
