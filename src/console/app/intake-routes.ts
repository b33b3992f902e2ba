import { type AnyRootRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { readIntakeSearch } from "../pages/intake/search.ts";

/** The queue of collected reports. */
export function intakeRoutes<Root extends AnyRootRoute>(rootRoute: Root) {
  return [
    createRoute({
      getParentRoute: () => rootRoute,
      path: "/intake",
      validateSearch: readIntakeSearch,
      component: lazyRouteComponent(() => import("../pages/intake/intake-page.tsx"), "IntakePage"),
    }),
  ] as const;
}
