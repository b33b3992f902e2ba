import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
} from "@tanstack/react-router";
import { Skeleton } from "../parts/skeleton/skeleton.tsx";
import { adminRoutes } from "./admin-routes.ts";
import { actorRoutes } from "./actor-routes.ts";
import { coverageRoutes } from "./coverage-routes.ts";
import { Frame } from "./frame/frame.tsx";
import { NotFound } from "./frame/not-found.tsx";
import { PageError } from "./frame/page-error.tsx";
import { libraryRoutes } from "./library-routes.ts";
import { homeRoutes } from "./home-routes.ts";
import { intakeRoutes } from "./intake-routes.ts";
import { observableRoutes } from "./observable-routes.ts";
import { releaseRoutes } from "./release-routes.ts";
import { reportRoutes } from "./report-routes.ts";
import { ruleRoutes } from "./rule-routes.ts";
import { parseSearch, stringifySearch } from "./search-text.ts";
import { sourceRoutes } from "./source-routes.ts";
import { sessionRoutes } from "./session-routes.ts";
import { readMatrixSearch } from "../pages/matrix/search.ts";

const rootRoute = createRootRoute({ component: Frame, notFoundComponent: NotFound });

/** Each page is a folder of `pages`, loaded when it is first shown. */
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

export const router = createRouter({
  routeTree: rootRoute.addChildren(routes),
  defaultPreload: "intent",
  scrollRestoration: true,
  parseSearch,
  stringifySearch,
  defaultErrorComponent: PageError,
  defaultPendingComponent: () => <Skeleton what="the page" />,
  defaultPendingMs: 200,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
