import { type AnyRootRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { numberOf, oneOf, type Search, type Texts, textsOf } from "./read-search.ts";

const TEXTS = [
  "q",
  "level",
  "status",
  "technique_id",
  "product",
  "category",
  "service",
  "language",
] as const;
const STATES = ["draft", "enabled", "disabled"] as const;

type ListSearch = Texts<(typeof TEXTS)[number]> & {
  state?: (typeof STATES)[number] | undefined;
  include?: "subtechniques" | undefined;
  page?: number;
};

const listSearch = (search: Search): ListSearch => ({
  ...textsOf(search, TEXTS),
  ...oneOf(search, "state", STATES),
  ...oneOf(search, "include", ["subtechniques"] as const),
  ...numberOf(search, "page"),
});

/** Returns the routes for the list of detection rules and single rules. */
export function ruleRoutes<Root extends AnyRootRoute>(rootRoute: Root) {
  const getParentRoute = () => rootRoute;
  return [
    createRoute({
      getParentRoute,
      path: "/rules",
      validateSearch: listSearch,
      component: lazyRouteComponent(
        () => import("../pages/rules/list/rules-page.tsx"),
        "RulesPage",
      ),
    }),
    createRoute({
      getParentRoute,
      path: "/rules/$ruleId",

      component: lazyRouteComponent(() => import("../pages/rules/rule/rule-page.tsx"), "RulePage"),
    }),
  ] as const;
}
