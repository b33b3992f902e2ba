import { type AnyRootRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { DAYS, type IntakeSearch, REASONS, SORTS, STATES, TEXTS } from "../pages/intake/search.ts";
import { daysOf, numberOf, oneOf, type Search, textsOf } from "./read-search.ts";

const readIntakeSearch = (search: Search): IntakeSearch => ({
  ...textsOf(search, TEXTS),
  ...daysOf(search, DAYS),
  ...oneOf(search, "status", STATES),
  ...oneOf(
    search,
    "has",
    REASONS.map(([reason]) => reason),
  ),
  ...oneOf(search, "sort", SORTS),
  ...numberOf(search, "page"),
});

/** Returns the routes for the queue of collected reports. */
export function intakeRoutes<Root extends AnyRootRoute>(rootRoute: Root) {
  return [
    createRoute({
      getParentRoute: () => rootRoute,
      path: "/intake",
      validateSearch: readIntakeSearch,
      component: lazyRouteComponent(() => import("../pages/intake/intake-page.tsx"), "IntakePage"),
    }),
    createRoute({
      getParentRoute: () => rootRoute,
      path: "/intake/capture",
      component: lazyRouteComponent(
        () => import("../pages/capture/capture-page.tsx"),
        "CapturePage",
      ),
    }),
  ] as const;
}
