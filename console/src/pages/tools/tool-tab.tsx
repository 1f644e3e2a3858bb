import { useQuery } from '@tanstack/react-query';
import type { Tool } from '../../../../client/index.ts';
import { Progress } from '../../components/progress.tsx';
import { ReadFailure } from '../../components/read-failure.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { useApi } from '../../session/use-session.ts';
import { ToolTester } from './tool-tester.tsx';

const isFull = (tool: object): tool is Tool => 'riskLevel' in tool && 'arguments' in tool;

const useTools = () => {
  const api = useApi();
  return useQuery({
    queryKey: ['tools'],
    queryFn: async ({ signal }) => (await api.get('/api/tools', { signal })).filter(isFull),
  });
};

type Props = { readonly chosen: string | undefined; readonly onChoose: (tool: string) => void };

/** The choice of a tool, and the form to test it. */
export const ToolTab = ({ chosen, onChoose }: Props) => {
  const query = useTools();
  const { data: tools, error, isPending } = query;
  if (error !== null) return <ReadFailure query={query} />;
  if (isPending) return <Progress label="Loading the tools …" />;
  const tool = tools.find(({ name }) => name === chosen) ?? tools.find(({ available }) => available);
  if (tool === undefined) return null;
  return (
    <>
      <SelectField
        label="Tool"
        value={tool.name}
        options={tools.map(({ name, available }) => ({
          value: name,
          label: available ? name : `${name} (not set up)`,
        }))}
        onChange={onChoose}
      />
      <ToolTester key={tool.name} tool={tool} />
    </>
  );
};
