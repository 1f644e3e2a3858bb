type FilledIn<Values, Fallbacks> = {
  readonly [Name in keyof Fallbacks]:
    | (Name extends keyof Values ? NonNullable<Values[Name]> : never)
    | Fallbacks[Name];
};

/** Every value of `fallbacks`, replaced by that of `values` if present. */
export const withFallbacks = <Values extends object, Fallbacks extends object>(
  values: Values,
  fallbacks: Fallbacks,
): FilledIn<Values, Fallbacks> => {
  const given = new Map<string, unknown>(Object.entries(values));
  // Each name has one value or the other; `Object.fromEntries` loses the names.
  return Object.fromEntries(
    Object.entries(fallbacks).map(([name, fallback]) => [name, given.get(name) ?? fallback]),
  ) as FilledIn<Values, Fallbacks>;
};
