const beginnings: readonly (readonly string[])[] = [
  ['hyper', 'hypo'],
  ['inter', 'intra', 'infra', 'extra', 'ultra'],
  ['ante', 'anti'],
  ['macro', 'micro'],
  ['abduc', 'adduc'],
];
const endings: readonly (readonly string[])[] = [['ectomy', 'ostomy', 'otomy']];

const differIn = (families: readonly (readonly string[])[], partOf: (parts: readonly string[]) => string[]) =>
  families.some((family) => new Set(partOf(family)).size > 1);

/**
 * True when two words differ in a prefix or suffix that changes a medical word's meaning, however similar they look:
 * "hyperthyroidism" is not a misspelling of "hypothyroidism".
 */
export const areContraries = (one: string, other: string): boolean =>
  differIn(beginnings, (parts) =>
    [one, other].flatMap((word) => parts.filter((part) => word.startsWith(part))),
  ) ||
  differIn(endings, (parts) =>
    [one, other].flatMap((word) => parts.filter((part) => word.endsWith(part)).slice(0, 1)),
  );
