import type { Room } from "../../platform/room.ts";
import type { RuleDeps } from "./deps.ts";
import { mountRules } from "./routes.ts";
import { mountRuleTests } from "./samples/routes.ts";

/** Detection rules. */
export const rulesRoom: Room<RuleDeps> = {
  routes: (app) => {
    mountRules(app);
    mountRuleTests(app);
  },
};
