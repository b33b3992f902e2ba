import type { Room } from "../../platform/room.ts";
import type { ObservableDeps } from "./deps.ts";
import { mountObservables } from "./routes.ts";
import { mountWarningLists } from "./warning-lists/routes.ts";

/** What reports name beside techniques. */
export const observablesRoom: Room<ObservableDeps> = {
  routes: (app) => {
    mountObservables(app);
    mountWarningLists(app);
  },
};
