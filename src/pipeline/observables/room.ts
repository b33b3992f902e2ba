import type { Room } from "../../platform/room.ts";
import { expireObservables } from "./expire-observables.ts";
import { rereadObservablesJob } from "./reread/reread-observables-job.ts";
import { mountObservables } from "./routes.ts";
import { mountWarningLists } from "./warning-lists/routes.ts";
import type { ObservableRoomDeps } from "./value-page/deps.ts";

/** Routes and jobs for what reports name in addition to techniques. */
export const observablesRoom: Room<ObservableRoomDeps> = {
  routes: (app) => {
    mountObservables(app);
    mountWarningLists(app);
  },
  jobs: { reread_observables: rereadObservablesJob },
  housekeeping: async (deps) => await expireObservables(deps),
};
