import type { Calculation, Calculator } from '../../../../client/index.ts';
import { Badge } from '../../components/badge.tsx';
import { Facts } from '../../components/facts.tsx';
import { Section } from '../../components/section.tsx';
import styles from './calculation-result.module.css';
import { labelOf } from './field-spec.ts';

const linkOf = ({ doi, pmid }: Calculator['sources'][number]): string | undefined => {
  if (doi !== undefined) return `https://doi.org/${encodeURIComponent(doi).replaceAll('%2F', '/')}`;
  return pmid === undefined ? undefined : `https://pubmed.ncbi.nlm.nih.gov/${encodeURIComponent(pmid)}/`;
};

/** The publications of a calculator, with links. */
export const Sources = ({ sources }: Pick<Calculator, 'sources'>) => (
  <ul className={styles.sources}>
    {sources.map((source) => {
      const link = linkOf(source);
      return (
        <li key={source.citation}>
          {source.citation}{' '}
          {link === undefined ? null : (
            <a href={link} target="_blank" rel="noopener noreferrer" aria-label={`Read: ${source.citation}`}>
              Read
            </a>
          )}
        </li>
      );
    })}
  </ul>
);

const valueText = (value: Calculation['parametersUsed'][string]): string => {
  if (typeof value === 'object') return `${value.value} ${value.unit}`;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return String(value);
};

/** The result of a calculator, with the values that it used. */
export const CalculationResult = ({ calculation }: { readonly calculation: Calculation }) => {
  const { score, unit, interpretation, riskCategory, recommendations, details, parametersUsed } = calculation;
  return (
    <Section title="Result">
      <p className={styles.score}>
        {score}
        {unit === undefined ? null : <span className={styles.unit}>{unit}</span>}
        {riskCategory === undefined ? null : <Badge tone="accent">{labelOf(riskCategory)}</Badge>}
      </p>
      <p>{interpretation}</p>
      {recommendations.length === 0 ? null : (
        <ul className={styles.sources}>
          {recommendations.map((recommendation) => (
            <li key={recommendation}>{recommendation}</li>
          ))}
        </ul>
      )}
      {details === undefined ? null : (
        <Facts
          facts={Object.entries(details).map(([name, value]) => ({
            name: labelOf(name),
            value: valueText(value),
          }))}
        />
      )}
      <details>
        <summary className={styles.summary}>Values used</summary>
        <Facts
          facts={Object.entries(parametersUsed).map(([name, value]) => ({
            name: labelOf(name),
            value: valueText(value),
          }))}
        />
      </details>
      <p className={styles.note}>
        Computed as published, not checked by a clinician. It does not replace judgement.
      </p>
    </Section>
  );
};
