/** Picks some members of a record. `names` must list all of `Name`; the result type relies on that. */
export const pick = <Values extends object, Name extends keyof Values & string>(
  values: Values,
  names: readonly Name[],
): Pick<Values, Name> => Object.fromEntries(names.map((name) => [name, values[name]])) as Pick<Values, Name>;
