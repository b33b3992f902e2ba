import { type AnyRootRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { readCoverageSearch } from "../pages/coverage/search.ts";
import { RESULTS, type TestSearch } from "../pages/coverage/tests/search.ts";
import { daysOf, numberOf, oneOf, type Search, type Texts, textsOf } from "./read-search.ts";

const readTestSearch = (search: Search): TestSearch => ({
  ...textsOf(search, ["attack_id"]),
  ...daysOf(search, ["since", "until"]),
  ...oneOf(search, "result", RESULTS),
  ...numberOf(search, "page"),
});

/** Returns the routes for coverage, its tests and the log inventory. */
export function coverageRoutes<Root extends AnyRootRoute>(rootRoute: Root) {
  const getParentRoute = () => rootRoute;
  return [
    createRoute({
      getParentRoute,
      path: "/coverage",
      validateSearch: readCoverageSearch,
      component: lazyRouteComponent(
        () => import("../pages/coverage/coverage-page.tsx"),
        "CoveragePage",
      ),
    }),
    createRoute({
      getParentRoute,
      path: "/coverage/tests",
      validateSearch: readTestSearch,
      component: lazyRouteComponent(
        () => import("../pages/coverage/tests/tests-page.tsx"),
        "TestsPage",
      ),
    }),
    createRoute({
      getParentRoute,
      path: "/coverage/log-sources",
      validateSearch: (search: Search): Texts<"search" | "domain" | "version"> =>
        textsOf(search, ["search", "domain", "version"]),
      component: lazyRouteComponent(
        () => import("../pages/coverage/log-sources/log-sources-page.tsx"),
        "LogSourcesPage",
      ),
    }),
  ] as const;
}
