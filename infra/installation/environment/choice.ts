/** The choice made by environment variables, or a sentence that names the invalid variable. */
export type Choice<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problem: string };
