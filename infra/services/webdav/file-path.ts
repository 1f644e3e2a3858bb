/** The path segments from a person's folder to a file. */
export type FilePath = readonly string[];

/** Limits on the segments and bytes of a path, beyond those of any file system. */
const MAX_STEPS = 50;
const MAX_BYTES = 1500;

/** Rejects segments that lead elsewhere: dots, slashes and control characters. */
const isStep = (step: string): boolean =>
  step !== '' && step !== '.' && step !== '..' && !/[/\\\p{Cc}]/u.test(step) && step.isWellFormed();

/** True when the path stays below the folder in which it starts. */
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

/** Returns the address of a path below a folder. */
export const addressAt = (folder: URL, path: FilePath): URL => {
  const address = new URL(folder);
  const above = folder.pathname.replace(/(?<!\/)\/+$/, '');
  address.pathname = `${above}/${path.map(encodeURIComponent).join('/')}`;
  return address;
};

/**
 * Converts an address in a response to a path below a folder. The address may be relative, absolute, or lack
 * the host. Returns undefined for anything not below the folder or on another host; empty for the folder
 * itself.
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
