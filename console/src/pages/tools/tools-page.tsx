import { useNavigate, useSearch } from '@tanstack/react-router';
import { Page } from '../../components/page.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { CalculatorTab } from './calculator-tab.tsx';
import { ToolTab } from './tool-tab.tsx';
import type { ToolsSearch } from './tools-search.ts';

/** Where tools are tried out one by one, and every calculator is a form. */
export const ToolsPage = () => {
  const search = useSearch({ from: '/shell/tools' });
  const navigate = useNavigate();
  const go = (to: ToolsSearch): void => void navigate({ to: '/tools', search: to, replace: true });
  return (
    <Page title="Tools" lead="The tools that a model may call while it answers. Try them here.">
      <Tabs
        label="Tools"
        selected={search.view ?? 'tools'}
        onSelect={(view) => go(view === 'calculators' ? { view } : {})}
        tabs={[
          {
            key: 'tools',
            title: 'Test a tool',
            content: <ToolTab chosen={search.tool} onChoose={(tool) => go({ tool })} />,
          },
          {
            key: 'calculators',
            title: 'Calculators',
            content: (
              <CalculatorTab
                chosen={search.calculator}
                onChoose={(calculator) => go({ view: 'calculators', calculator })}
              />
            ),
          },
        ]}
      />
    </Page>
  );
};
