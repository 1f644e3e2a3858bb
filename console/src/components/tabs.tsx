import type { ReactNode } from 'react';
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from 'react-aria-components/Tabs';
import styles from './tabs.module.css';

type TabsProps<Key extends string> = {
  /** Names the choice for screen readers. */
  readonly label: string;
  readonly selected: Key;
  readonly onSelect: (key: Key) => void;
  readonly tabs: readonly { readonly key: Key; readonly title: ReactNode; readonly content: ReactNode }[];
};

/** Parts of a page of which one is shown at a time. The page keeps in its address which one it is. */
export const Tabs = <Key extends string>({ label, selected, onSelect, tabs }: TabsProps<Key>) => (
  <AriaTabs
    selectedKey={selected}
    onSelectionChange={(key) => {
      const chosen = tabs.find((tab) => tab.key === key);
      if (chosen !== undefined && chosen.key !== selected) onSelect(chosen.key);
    }}
    className={styles.tabs ?? ''}
  >
    <TabList aria-label={label} className={styles.list ?? ''}>
      {tabs.map(({ key, title }) => (
        <Tab key={key} id={key} className={styles.tab ?? ''}>
          {title}
        </Tab>
      ))}
    </TabList>
    {tabs.map(({ key, content }) => (
      <TabPanel key={key} id={key} className={styles.panel ?? ''}>
        {content}
      </TabPanel>
    ))}
  </AriaTabs>
);
