import type { RouteExample } from './route-example.ts';
export const routeExamples: Readonly<Record<string, RouteExample>> = {};
