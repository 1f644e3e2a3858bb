import type { AccessRecorder } from './access-recorder.ts';
import { commandRoute } from './commands/command-routes.ts';
import type { HttpApiServices } from './http-api-services.ts';
import type { Route } from './routing/define-route.ts';

/** Every route there is, as data: mounted from here and documented from here. */
export const apiRoutes = (services: HttpApiServices, access: AccessRecorder): readonly Route[] => [
  ...services.commands.map((definition) => commandRoute(definition, services, access)),
];
