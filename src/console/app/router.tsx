import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
} from "@tanstack/react-router";
import { ErrorPane } from "../parts/error-pane/error-pane.tsx";
import { Frame } from "./frame/frame.tsx";
import { NotFound } from "./frame/not-found.tsx";
import { readMatrixSearch } from "../pages/matrix/search.ts";

const rootRoute = createRootRoute({ component: Frame, notFoundComponent: NotFound });

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
    validateSearch: (search: Record<string, unknown>): { search?: string; page?: number } => ({
      ...(typeof search["search"] === "string" ? { search: search["search"] } : {}),
      ...(typeof search["page"] === "number" ? { page: search["page"] } : {}),
    }),
    component: lazyRouteComponent(
      () => import("../pages/sessions/sessions-page.tsx"),
      "SessionsPage",
    ),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: "/sessions/$sessionId",
    validateSearch: (search: Record<string, unknown>): { technique?: string } =>
      typeof search["technique"] === "string" ? { technique: search["technique"] } : {},
    component: lazyRouteComponent(() => import("../pages/session/session-page.tsx"), "SessionPage"),
  }),
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
  defaultErrorComponent: ({ error }) => <ErrorPane error={error} />,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
