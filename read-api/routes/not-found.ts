import { Failure, failure } from '../../domain/kernel/failure.ts';

/** Returns the item, or throws `not_found` when there is none. `what` is a noun such as `document`. */
export const found = <Item>(item: Item | undefined, what: string): Item => {
  if (item !== undefined) return item;
  throw new Failure(failure('not_found', `There is no such ${what}.`));
};
