import styles from './change-list.module.css';
import { labelOf, valueText } from './setting-words.ts';

type Props = { readonly before: object; readonly after: object };

/** What changed, from what to what. */
export const ChangeList = ({ before, after }: Props) => (
  <ul className={styles.list}>
    {Object.entries(after).map(([name, value]) => (
      <li key={name}>
        <strong>{labelOf(name)}</strong>: {valueText(name, Reflect.get(before, name))} →{' '}
        {value === null ? 'what the environment says' : valueText(name, value)}
      </li>
    ))}
  </ul>
);
