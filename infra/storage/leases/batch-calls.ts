/**
 * Joins the calls that are made in one turn of the event loop into one: what many followers ask for at the same instant
 * costs one statement. `work` answers in the order of what it is given; when it rejects, all do.
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
    if (answer === undefined) throw new Error('A call of a batch was left without an answer.');
    return answer;
  };
};
