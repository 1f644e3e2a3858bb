import { useEffect, useSyncExternalStore } from 'react';
import type { ApiClient } from '../../../client/create-client.ts';
import { createUploadStore, type Upload, type UploadStore } from './upload-store.ts';
import { useApi } from './use-session.ts';

/** One store for each session, forgotten with it. */
const stores = new WeakMap<ApiClient, UploadStore>();

const storeOf = (api: ApiClient): UploadStore => {
  const known = stores.get(api);
  if (known !== undefined) return known;
  const store = createUploadStore(api);
  stores.set(api, store);
  return store;
};

/** The files that the person is uploading, on whichever page they are. */
export const useUploads = (): { readonly store: UploadStore; readonly uploads: readonly Upload[] } => {
  const store = storeOf(useApi());
  const uploads = useSyncExternalStore(store.subscribe, store.uploads);
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent): void => {
      // Closing the window would end uploads that are under way.
      if (store.isBusy()) event.preventDefault();
    };
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [store]);
  return { store, uploads };
};
