import { useSignInOffer } from '../session/use-sign-in-offer.ts';
import styles from './environment-banner.module.css';

/** Names the environment, so that a test system is never taken for the real one. */
export const EnvironmentBanner = () => {
  const { environment } = useSignInOffer();
  if (environment === null) return null;
  const isProduction = /^prod/i.test(environment);
  return (
    <aside
      aria-label="Environment"
      className={isProduction ? styles.production : styles.other}
      data-environment={environment}
    >
      Environment: <strong>{environment}</strong>
      {isProduction ? null : ' – not for the care of patients'}
    </aside>
  );
};
