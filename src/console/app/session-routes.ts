import { type AnyRootRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { type Filters, ORDERS, STATUSES, TEXTS } from "../pages/sessions/search.ts";
import { REVIEW_STATE_IDS } from "../parts/review-state/review-state.ts";
import { numberOf, oneOf, type Search, type Texts, textsOf } from "./read-search.ts";

type ListSearch = Filters & Texts<"compare"> & { page?: number };

const listSearch = (search: Search): ListSearch => ({
  ...textsOf(search, [...TEXTS, "compare"]),
  ...oneOf(search, "review_state", REVIEW_STATE_IDS),
  ...oneOf(search, "status", idsOf(STATUSES)),
  ...oneOf(search, "order", idsOf(ORDERS)),
  ...numberOf(search, "page"),
});
const idsOf = <Id extends string>(choices: readonly (readonly [id: Id, name: string])[]) =>
  choices.map(([id]) => id);
const SESSION_PARTS = ["technique", "tab", "filter", "q"] as const;
const sessionSearch = (search: Search): Texts<(typeof SESSION_PARTS)[number]> =>
  textsOf(search, SESSION_PARTS);

/** Returns the routes for the session list and single sessions. */
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
