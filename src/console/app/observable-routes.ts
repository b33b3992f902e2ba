import { type AnyRootRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { daysOf, numberOf, oneOf, type Search, type Texts, textsOf } from "./read-search.ts";

const TEXTS = [
  "q",
  "kind",
  "role",
  "tag",
  "min_confidence",
  "min_reports",
  "session_id",
  "report_id",
] as const;
const DAYS = [
  "first_seen_since",
  "first_seen_until",
  "last_seen_since",
  "last_seen_until",
] as const;
const SORTS = [
  "value",
  "kind",
  "role",
  "confidence",
  "reports",
  "first_seen",
  "last_seen",
  "expires",
  "tags",
] as const;
const ORIGINS = ["extracted", "manual"] as const;

type ListSearch = Texts<(typeof TEXTS | typeof DAYS)[number]> & {
  origin?: (typeof ORIGINS)[number] | undefined;
  active?: boolean | undefined;
  sort?: (typeof SORTS)[number];
  order?: "asc" | "desc";
  page?: number;
};

const listSearch = (search: Search): ListSearch => ({
  ...textsOf(search, TEXTS),
  ...daysOf(search, DAYS),
  ...oneOf(search, "origin", ORIGINS),
  ...oneOf(search, "sort", SORTS),
  ...oneOf(search, "order", ["asc", "desc"] as const),
  ...(typeof search["active"] === "boolean" && { active: search["active"] }),
  ...numberOf(search, "page"),
});

/** Returns the routes for the observable list and single observables. */
export function observableRoutes<Root extends AnyRootRoute>(rootRoute: Root) {
  const getParentRoute = () => rootRoute;
  return [
    createRoute({
      getParentRoute,
      path: "/observables",
      validateSearch: listSearch,
      component: lazyRouteComponent(
        () => import("../pages/observables/list/observables-page.tsx"),
        "ObservablesPage",
      ),
    }),
    createRoute({
      getParentRoute,
      path: "/observables/suppressed",
      validateSearch: (search: Search): Texts<"q" | "rule"> & { page?: number } => ({
        ...textsOf(search, ["q", "rule"]),
        ...numberOf(search, "page"),
      }),
      component: lazyRouteComponent(
        () => import("../pages/observables/suppressed/suppressed-page.tsx"),
        "SuppressedPage",
      ),
    }),
    createRoute({
      getParentRoute,
      path: "/observables/warning-lists",
      validateSearch: (search: Search): Texts<"value"> => textsOf(search, ["value"]),
      component: lazyRouteComponent(
        () => import("../pages/observables/warning-lists/warning-lists-page.tsx"),
        "WarningListsPage",
      ),
    }),
    createRoute({
      getParentRoute,
      path: "/observables/$observableId",
      component: lazyRouteComponent(
        () => import("../pages/observables/value/observable-page.tsx"),
        "ObservablePage",
      ),
    }),
  ] as const;
}
