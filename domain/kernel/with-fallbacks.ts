type FilledIn<Values, Fallbacks> = {
  readonly [Name in keyof Fallbacks]:
    | (Name extends keyof Values ? NonNullable<Values[Name]> : never)
    | Fallbacks[Name];
};

/** Every value of `fallbacks`, or the one of `values` where there is one. */
export const withFallbacks = <Values extends object, Fallbacks extends object>(
  values: Values,
  fallbacks: Fallbacks,
): FilledIn<Values, Fallbacks> => {
  const given = new Map<string, unknown>(Object.entries(values));
  // What comes out is either the one or the other under each name; `Object.fromEntries` forgets the names.
  return Object.fromEntries(
    Object.entries(fallbacks).map(([name, fallback]) => [name, given.get(name) ?? fallback]),
  ) as FilledIn<Values, Fallbacks>;
};
