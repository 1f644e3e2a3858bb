/** What variables of the environment choose together, or a sentence that names the variable that is wrong. */
export type Choice<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problem: string };
