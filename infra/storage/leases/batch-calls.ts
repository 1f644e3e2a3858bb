/**
 * Joins the calls of one turn of the event loop into one, so that many followers at the same instant cost one
 * statement. `work` returns results in the order of its inputs; if it rejects, all calls do.
 */
export const batchCalls = <Input, Output>(
  work: (inputs: readonly Input[]) => Promise<readonly Output[]>,
): ((input: Input) => Promise<Output>) => {
  let batch: { readonly inputs: Input[]; readonly answers: Promise<readonly Output[]> } | undefined;
  return async (input) => {
    if (!batch) {
      const inputs: Input[] = [];
      const answers = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
        batch = undefined;
        return work(inputs);
      });
      batch = { inputs, answers };
    }
    const index = batch.inputs.push(input) - 1;
    const answer = (await batch.answers)[index];
    if (answer === undefined) throw new Error('A batch returned no result for one of its calls.');
    return answer;
  };
};
