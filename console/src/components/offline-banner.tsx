import { useSyncExternalStore } from 'react';
import styles from './offline-banner.module.css';

const subscribe = (listener: () => void): (() => void) => {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
};

/** Says that the device is offline. What was sent meanwhile is repeated for half a minute, so no other message would say so. */
export const OfflineBanner = () => {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <div role="status">
      {isOnline ? null : (
        <p className={styles.offline}>
          This device is offline: what you see may be outdated, and nothing is sent.
        </p>
      )}
    </div>
  );
};
