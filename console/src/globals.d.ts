/** The address of the API; empty where the same host serves it (see vite.config.ts). */
declare const __API_URL__: string;
