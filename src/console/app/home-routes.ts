import { type AnyRootRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";

/** The first page, and the one on which reports are analyzed. */
export function homeRoutes<Root extends AnyRootRoute>(rootRoute: Root) {
  const getParentRoute = () => rootRoute;
  return [
    createRoute({
      getParentRoute,
      path: "/",
      component: lazyRouteComponent(() => import("../pages/home/home-page.tsx"), "HomePage"),
    }),
    createRoute({
      getParentRoute,
      path: "/analyze",
      component: lazyRouteComponent(
        () => import("../pages/analyze/analyze-page.tsx"),
        "AnalyzePage",
      ),
    }),
  ] as const;
}
