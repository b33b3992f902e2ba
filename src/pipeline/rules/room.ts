import type { Room } from "../../platform/room.ts";
import type { RuleImportDeps } from "./import/deps.ts";
import { describeOlderRules } from "./import/describe-older-rules.ts";
import { mountRules } from "./routes.ts";
import { mountRuleTests } from "./samples/routes.ts";

/** Detection rules. */
export const rulesRoom: Room<RuleImportDeps> = {
  routes: (app) => {
    mountRules(app);
    mountRuleTests(app);
  },
  housekeeping: describeOlderRules,
};
