import { type AnyRootRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { numberOf, type Search, type Texts, textsOf } from "./read-search.ts";

const FILTERS = [
  "search",
  "technique",
  "group",
  "software",
  "tag",
  "assignee",
  "review_state",
  "status",
  "order",
  "compare",
] as const;

type ListSearch = Texts<(typeof FILTERS)[number]> & { page?: number };

const listSearch = (search: Search): ListSearch => ({
  ...textsOf(search, FILTERS),
  ...numberOf(search, "page"),
});
const SESSION_PARTS = ["technique", "tab", "filter", "q"] as const;
const sessionSearch = (search: Search): Texts<(typeof SESSION_PARTS)[number]> =>
  textsOf(search, SESSION_PARTS);

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
