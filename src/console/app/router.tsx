import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
} from "@tanstack/react-router";
import { Skeleton } from "../parts/skeleton/skeleton.tsx";
import { actorRoutes } from "./actor-routes.ts";
import { Frame } from "./frame/frame.tsx";
import { NotFound } from "./frame/not-found.tsx";
import { PageError } from "./frame/page-error.tsx";
import { readMatrixSearch } from "../pages/matrix/search.ts";

const rootRoute = createRootRoute({ component: Frame, notFoundComponent: NotFound });

const SESSION_FILTERS = [
  "search",
  "technique",
  "group",
  "software",
  "tag",
  "status",
  "order",
  "compare",
] as const;
type SessionFilter = (typeof SESSION_FILTERS)[number];
type Texts<Name extends string> = { [name in Name]?: string };

/** The texts of an address, as far as they are there; the router reads `42` as a number. */
function textsOf<Name extends string>(
  search: Record<string, unknown>,
  names: readonly Name[],
): Texts<Name> {
  const texts: Texts<Name> = {};
  for (const name of names) {
    const value = search[name];
    if (typeof value === "string" || typeof value === "number") texts[name] = String(value);
  }
  return texts;
}

/** Each page is a folder of `pages`, loaded when it is first shown. */
const routes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: "/",
    component: lazyRouteComponent(() => import("../pages/analyze/analyze-page.tsx"), "AnalyzePage"),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: "/sessions",
    validateSearch: (search: Record<string, unknown>): Texts<SessionFilter> & { page?: number } =>
      Object.assign(
        textsOf(search, SESSION_FILTERS),
        typeof search["page"] === "number" ? { page: search["page"] } : {},
      ),
    component: lazyRouteComponent(
      () => import("../pages/sessions/sessions-page.tsx"),
      "SessionsPage",
    ),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: "/sessions/$sessionId",
    validateSearch: (search: Record<string, unknown>): Texts<"technique" | "tab" | "filter"> =>
      textsOf(search, ["technique", "tab", "filter"]),
    component: lazyRouteComponent(() => import("../pages/session/session-page.tsx"), "SessionPage"),
  }),
  ...actorRoutes(rootRoute),
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
  defaultErrorComponent: PageError,
  defaultPendingComponent: () => <Skeleton what="the page" />,
  defaultPendingMs: 200,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
