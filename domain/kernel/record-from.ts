/**
 * A record with a value for each name. `names` must be those of `Values`: the type of every value from `valueFor` is
 * checked, and only `Object.fromEntries` loses it.
 */
export const recordFrom = <Values extends object>(
  names: readonly (keyof Values & string)[],
  valueFor: <Name extends keyof Values & string>(name: Name) => Values[Name],
): Values => Object.fromEntries(names.map((name) => [name, valueFor(name)])) as Values;
