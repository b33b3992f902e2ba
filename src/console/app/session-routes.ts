import { type AnyRootRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { numberOf, type Search, type Texts, textsOf } from "./read-search.ts";

const FILTERS = [
  "search",
  "technique",
  "group",
  "software",
  "tag",
  "status",
  "order",
  "compare",
] as const;

type ListSearch = Texts<(typeof FILTERS)[number]> & { page?: number };

const listSearch = (search: Search): ListSearch => ({
  ...textsOf(search, FILTERS),
  ...numberOf(search, "page"),
});
const sessionSearch = (search: Search): Texts<"technique" | "tab" | "filter"> =>
  textsOf(search, ["technique", "tab", "filter"]);

/** The list of sessions, and one session. */
export function sessionRoutes<Root extends AnyRootRoute>(rootRoute: Root) {
  const getParentRoute = () => rootRoute;
  return [
    createRoute({
      getParentRoute,
      path: "/sessions",
      validateSearch: listSearch,
      component: lazyRouteComponent(
        () => import("../pages/sessions/sessions-page.tsx"),
        "SessionsPage",
      ),
    }),
    createRoute({
      getParentRoute,
      path: "/sessions/$sessionId",
      validateSearch: sessionSearch,
      component: lazyRouteComponent(
        () => import("../pages/session/session-page.tsx"),
        "SessionPage",
      ),
    }),
  ] as const;
}
