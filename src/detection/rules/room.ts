import type { Room } from "../../platform/room.ts";
import { describeOlderRules } from "./describe-older-rules.ts";
import { mountRules } from "./routes.ts";
import { mountRuleTests } from "./samples/routes.ts";
import type { RuleDeps } from "./deps.ts";

/** Detection rules. */
export const rulesRoom: Room<RuleDeps> = {
  routes: (app) => {
    mountRules(app);
    mountRuleTests(app);
  },
  housekeeping: describeOlderRules,
};
