import { type AnyRootRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { RECEIPT_OUTCOMES, type ReceiptOutcome } from "../api/imports.ts";
import { numberOf, oneOf, type Search } from "./read-search.ts";

/** Returns the routes for sources and file imports. */
export function sourceRoutes<Root extends AnyRootRoute>(rootRoute: Root) {
  const getParentRoute = () => rootRoute;
  return [
    createRoute({
      getParentRoute,
      path: "/intake/sources",
      validateSearch: (search: Search): { page?: number } => numberOf(search, "page"),
      component: lazyRouteComponent(
        () => import("../pages/sources/list/sources-page.tsx"),
        "SourcesPage",
      ),
    }),
    createRoute({
      getParentRoute,
      path: "/intake/sources/$id",
      component: lazyRouteComponent(
        () => import("../pages/sources/source/source-page.tsx"),
        "SourcePage",
      ),
    }),
    createRoute({
      getParentRoute,
      path: "/intake/imports",
      validateSearch: (search: Search): { page?: number } => numberOf(search, "page"),
      component: lazyRouteComponent(
        () => import("../pages/imports/imports-page.tsx"),
        "ImportsPage",
      ),
    }),
    createRoute({
      getParentRoute,
      path: "/intake/imports/$id",
      validateSearch: (search: Search): { outcome?: ReceiptOutcome; page?: number } => ({
        ...oneOf(search, "outcome", RECEIPT_OUTCOMES),
        ...numberOf(search, "page"),
      }),
      component: lazyRouteComponent(() => import("../pages/imports/import-page.tsx"), "ImportPage"),
    }),
  ] as const;
}
