import { type AnyRootRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { adminRoutes } from "./admin-routes.ts";
import { actorRoutes } from "./actor-routes.ts";
import { coverageRoutes } from "./coverage-routes.ts";
import { libraryRoutes } from "./library-routes.ts";
import { homeRoutes } from "./home-routes.ts";
import { intakeRoutes } from "./intake-routes.ts";
import { observableRoutes } from "./observable-routes.ts";
import { onlyWhat } from "./read-search.ts";
import { releaseRoutes } from "./release-routes.ts";
import { reportRoutes } from "./report-routes.ts";
import { ruleRoutes } from "./rule-routes.ts";
import { sourceRoutes } from "./source-routes.ts";
import { sessionRoutes } from "./session-routes.ts";
import { readMatrixSearch } from "../pages/matrix/search.ts";

/** Returns all routes. Each page is a folder of `pages`, loaded when it is first shown. */
export function listRoutes<Root extends AnyRootRoute>(rootRoute: Root) {
  const routes = [
    ...homeRoutes(rootRoute),
    ...intakeRoutes(rootRoute),
    ...sessionRoutes(rootRoute),
    ...reportRoutes(rootRoute),
    ...observableRoutes(rootRoute),
    ...coverageRoutes(rootRoute),
    ...ruleRoutes(rootRoute),
    ...actorRoutes(rootRoute),
    ...libraryRoutes(rootRoute),
    ...sourceRoutes(rootRoute),
    ...adminRoutes(rootRoute),
    ...releaseRoutes(rootRoute),
    createRoute({
      getParentRoute: () => rootRoute,
      path: "/matrix",
      validateSearch: readMatrixSearch,
      component: lazyRouteComponent(() => import("../pages/matrix/matrix-page.tsx"), "MatrixPage"),
    }),
  ] as const;
  for (const { options } of routes) restrict(options);
  return routes;
}

function restrict(options: { validateSearch?: unknown }): void {
  const { validateSearch: read } = options;
  if (read !== undefined) options.validateSearch = onlyWhat(read as Parameters<typeof onlyWhat>[0]);
}
