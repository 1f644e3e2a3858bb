/** The steps from a person's folder down to a file. */
export type FilePath = readonly string[];

/** Steps of a path, and bytes of all: more than any file system takes. */
const MAX_STEPS = 50;
const MAX_BYTES = 1500;

/** Nothing that leads elsewhere: no dots, slashes or control characters. */
const isStep = (step: string): boolean =>
  step !== '' && step !== '.' && step !== '..' && !/[/\\\p{Cc}]/u.test(step) && step.isWellFormed();

/** Whether it stays below the folder that it begins in. */
export const isFilePath = (path: FilePath): boolean =>
  path.length > 0 &&
  path.length <= MAX_STEPS &&
  path.every(isStep) &&
  Buffer.byteLength(path.join('/')) <= MAX_BYTES;

const decoded = (step: string): string | undefined => {
  try {
    return decodeURIComponent(step);
  } catch {
    return undefined;
  }
};

const stepsOf = ({ pathname }: URL): readonly (string | undefined)[] =>
  pathname
    .split('/')
    .filter((step) => step !== '')
    .map(decoded);

/** The address of what lies at a path below a folder. */
export const addressAt = (folder: URL, path: FilePath): URL => {
  const address = new URL(folder);
  const above = folder.pathname.replace(/(?<!\/)\/+$/, '');
  address.pathname = `${above}/${path.map(encodeURIComponent).join('/')}`;
  return address;
};

/**
 * The path below a folder that an address in an answer means: relative to the folder's, whole or without the host.
 * Undefined for whatever is not below it, on another host included; empty for the folder itself.
 */
export const pathBelow = (folder: URL, href: string): FilePath | undefined => {
  if (!URL.canParse(href, folder.href)) return undefined;
  const address = new URL(href, folder);
  if (address.origin !== folder.origin) return undefined;
  const above = stepsOf(folder);
  const steps = stepsOf(address);
  if (above.some((step, index) => step === undefined || step !== steps[index])) return undefined;
  const below = steps.slice(above.length).filter((step) => step !== undefined);
  if (below.length !== steps.length - above.length) return undefined;
  return below.length === 0 || isFilePath(below) ? below : undefined;
};
